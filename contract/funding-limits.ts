/** How many deposits the page of the account number shows, the newest first. */
export const DEPOSITS_SHOWN = 10
