/**
 * The chart of accounts from docs/reference/ledger.md, deliberately written a second time: this finds a name that only
 * the server believes in.
 */

/** 1: never below zero. -1: never above zero. */
type Sign = 1 | -1
export type ChartEntry = { readonly kept: true; readonly sign: Sign } | { readonly kept: false }

export const HOUSE_OWNER = 'house'
/** Where practice money comes from: not in the chart of a live installation. */
export const PRACTICE_MONEY = 'equity:sandbox'

const KEPT: readonly (readonly [RegExp, Sign])[] = [
  [/^user:usr_[0-9a-z]{35}:available$/, 1],
  [/^user:usr_[0-9a-z]{35}:held$/, 1],
  [/^user:usr_[0-9a-z]{35}:debt$/, -1],
  [/^order:ord_[0-9a-z]{35}:escrow$/, 1],
  [/^suspense:in$/, 1],
]
const HOUSE =
  /^(provider:[a-z]+:float|expense:[a-z]+|claims:[a-z]+|revenue:(fees|commission|bpc|sms)|payable:stamp-duty|equity:sandbox|loss:writeoff)$/

/** What the chart says about an account, or null when there is no such account. */
export function chartEntry(account: string): ChartEntry | null {
  const kept = KEPT.find(([pattern]) => pattern.test(account))
  if (kept !== undefined) return { kept: true, sign: kept[1] }
  return HOUSE.test(account) ? { kept: false } : null
}

/** Whose rows hold an entry: the user's for their accounts, the house's for suspense, else the transfer's user's. */
export function rowOwner(account: string, transferUser: string): string {
  if (account.startsWith('user:')) return account.split(':')[1] ?? ''
  return account === 'suspense:in' ? HOUSE_OWNER : transferUser
}
