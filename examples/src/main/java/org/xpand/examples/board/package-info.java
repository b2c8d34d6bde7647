/** A shared drawing board: strokes and chat through a reliable group with a state, cursors through a layered one. */
package org.xpand.examples.board;
