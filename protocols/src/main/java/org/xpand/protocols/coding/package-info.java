/**
 * A systematic erasure code: a block of k symbols is sent as it is, with as many repair symbols as are wanted, and any k
 * of all these rebuild it. TUF's coded transfers (TUF §4.1) are based on it; it does not depend on them.
 *
 * <pre>
 * repair symbol r = Σ d_j / (x_r + y_j) over GF(2^8),  x_r = k + r, y_j = j
 * </pre>
 *
 * <p>This is a Cauchy matrix: every square part of it can be inverted, so no combination of losses is worse than another.
 * k plus the repair symbols are at most 256. A file is divided into blocks; only the blocks in use are in memory.
 *
 * <p>Own code: no maintained Java library was found that encodes and decodes single symbols without allocation.
 */
package org.xpand.protocols.coding;
