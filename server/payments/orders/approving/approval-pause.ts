import { APPROVAL_PAUSE_MS } from '#contract/constants.ts'
import type { Deps } from '#server/deps.ts'
import type { QuoteRow } from '#server/payments/quotes/quote.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Refuses approvals that come faster than a person can read the terms: within APPROVAL_PAUSE_MS of the quote, or of the
 * person's last order. Does nothing if the installation has no such pause. Binding only while the account is locked.
 *
 * @throws AppError `approval.too-fast` with the wait in seconds: nothing was tried and nothing reserved
 */
export async function requirePause(
  sql: Sql,
  deps: Pick<Deps, 'config' | 'clock'>,
  quotes: readonly QuoteRow[],
): Promise<void> {
  const [first] = quotes
  if (!deps.config.approvalPause || first === undefined) return
  const [last] = await sql.query<{ at: Date }>(`select (${lastOrderAt('$1')}) as at`, [first.userId])
  refuseWithinPause(deps, quotes, last?.at ?? null)
}

/** SQL query: when the newest order of `user` was accepted. */
export const lastOrderAt = (user: string): string =>
  `select created_at from orders where user_id = ${user} order by id desc limit 1`

/** Like requirePause, given when the person's last order was, or null. @throws AppError `approval.too-fast` */
export function refuseWithinPause(
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  quotes: readonly QuoteRow[],
  lastAt: Date | null,
): void {
  if (!config.approvalPause) return
  const now = clock.now().getTime()
  const moments = [...quotes.map(({ createdAt }) => createdAt), ...(lastAt === null ? [] : [lastAt])]
  const latest = Math.max(...moments.map((each) => each.getTime()))
  // A time ahead of this clock comes from a process whose clock is ahead, so its age is unknown.
  if (latest > now || now - latest >= APPROVAL_PAUSE_MS) return
  throw new AppError('approval.too-fast', { retryAfterS: Math.ceil((latest + APPROVAL_PAUSE_MS - now) / 1_000) })
}
