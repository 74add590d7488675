import type { Posting } from '#contract/console/proposals.ts'
import { formatNaira } from '#contract/money.ts'
import { ledgerAccountName } from '#server/ledger/account-name.ts'
import type { WalletChange } from '#server/payments/orders/wallet-change.ts'

/** Movements from or to accounts that are not the customer's. */
export function sayMoves({ elsewhere, before, after }: WalletChange): string[] {
  const repaidKobo = after.debtKobo - before.debtKobo
  return [
    ...elsewhere.map(
      ({ from, to, amountKobo }) => `${ledgerAccountName(from)} → ${ledgerAccountName(to)}: ${formatNaira(amountKobo)}`,
    ),
    ...(repaidKobo === 0n ? [] : [`${formatNaira(repaidKobo)} of it repays the customer’s debt.`]),
  ]
}

/** Names the customer by id: the text is stored for good, and names can be alike. */
export const sayCustomer = ({ userId }: { readonly userId: string }) => `The customer is ${userId}.`

/** The customer's accounts before and after, and the change for the code that posts it to compare. */
export function postingsOf(change: WalletChange) {
  const { before, after } = change
  const posting = (account: string, name: keyof typeof before): Posting[] =>
    before[name] === after[name] ? [] : [{ account, beforeKobo: `${before[name]}`, afterKobo: `${after[name]}` }]
  return {
    postings: [
      ...posting('Wallet of the customer, held', 'heldKobo'),
      ...posting('Wallet of the customer, available', 'availableKobo'),
      ...posting('Debt of the customer', 'debtKobo'),
    ],
    wallet: change,
  }
}
