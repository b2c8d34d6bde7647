/** A shared drawing board: strokes and words through a reliable group with a state, cursors through a layered one. */
package org.xpand.examples.board;
