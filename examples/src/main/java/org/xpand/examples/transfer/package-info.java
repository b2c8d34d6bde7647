/** Files over a group: a header with the checksum, chunks, an end, and each receiver's verdict. */
package org.xpand.examples.transfer;
