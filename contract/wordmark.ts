/**
 * The product's drawn name in a box of 192 × 68: lines 11 wide with round ends, and a dot of radius 8 at 23, 17. The
 * app and a receipt's picture and PDF draw it.
 */
export const WORDMARK_LINES =
  'M46 9v33a17 17 0 0 1-34 0M69 42a17 17 0 1 0 34 0a17 17 0 1 0-34 0M103 25v34M125 59V25M125 42a17 17 0 0 1 15-17M150 42a17 17 0 1 0 34 0a17 17 0 1 0-34 0M184 25v34'
