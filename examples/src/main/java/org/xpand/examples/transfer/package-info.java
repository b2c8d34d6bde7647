/** Files over a group: a header with the checksum, chunks, and each receiver's verdict. */
package org.xpand.examples.transfer;
