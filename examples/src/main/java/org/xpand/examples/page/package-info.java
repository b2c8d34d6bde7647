/** A page in the browser that shows the present sites, links and groups. */
package org.xpand.examples.page;
