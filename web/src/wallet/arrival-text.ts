import { formatNairaShort } from '#contract/money.ts'
import type { Transaction } from '#contract/transactions.ts'

/** How long after a deposit it still counts as arriving, ms. Older ones are in the alerts. */
export const ARRIVAL_NEW_MS = 10 * 60_000

/** The new deposits in `after`, compared with `before`: two lists of latest transactions. `now`: server time, ms. */
export function arrivalsIn(after: readonly Transaction[], before: readonly Transaction[], now: number): Transaction[] {
  const known = new Set(before.map(({ id }) => id))
  return after.filter(
    ({ id, kind, status, createdAt }) =>
      kind === 'deposit' && status === 'completed' && !known.has(id) && now - Date.parse(createdAt) < ARRIVAL_NEW_MS,
  )
}

/** "+₦5,000 from Bola Ade", or the sum of several payments; null when nothing arrived. */
export function arrivalText(arrivals: readonly Transaction[]): string | null {
  const [first, ...others] = arrivals
  if (first === undefined) return null
  const sum = formatNairaShort(arrivals.reduce((total, { amountKobo }) => total + BigInt(amountKobo), 0n))
  if (others.length > 0) return `+${sum} in ${arrivals.length} payments`
  return first.counterparty === null ? `+${sum} arrived` : `+${sum} from ${first.counterparty}`
}
