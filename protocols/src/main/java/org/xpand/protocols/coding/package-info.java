/**
 * A systematic erasure code: a block of k symbols is sent as it is, with as many repair symbols as are wanted, and any k
 * of all these rebuild it. What TUF's coded transfers stand on (TUF §4.1); knows nothing of them.
 *
 * <pre>
 * repair symbol r = Σ d_j / (x_r + y_j) over GF(2^8),  x_r = k + r, y_j = j
 * </pre>
 *
 * <p>A Cauchy matrix: every square part of it can be inverted, so no combination of losses is worse than another. k plus
 * the repair symbols are at most 256. A file is cut into blocks; memory is that of the blocks being worked on.
 *
 * <p>Own code: no maintained Java library was found that makes and takes single symbols without allocation.
 */
package org.xpand.protocols.coding;
