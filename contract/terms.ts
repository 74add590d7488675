/** The line of the terms that shows the balance after a payment. The app hides it together with the balance. */
export const BALANCE_AFTER = 'Balance after'
