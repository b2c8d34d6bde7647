/** A page in the browser that shows sites, links and groups as they are. */
package org.xpand.examples.page;
