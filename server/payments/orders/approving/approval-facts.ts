import { NEW_LIMIT_MS } from '#contract/constants.ts'
import type { BpcId, UserId } from '#contract/ids.ts'
import { lagosDay } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { hasStrong } from '#server/identity/mfa/strong-factor.ts'
import { heldCodesOf } from '#server/payments/bpc/held-codes.ts'
import {
  type DailyLimit,
  dailyLimitOf,
  joinLimits,
  LIMIT_COLUMNS,
  type LimitRow,
} from '#server/payments/limits/daily-limit.ts'
import type { QuoteRow } from '#server/payments/quotes/quote.ts'
import { BATCH_MAX } from '#server/platform/db/batch.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { lastOrderAt } from './approval-pause.ts'
import { type NewLimit, newLimitOf, spentBy, spentSince } from './limits.ts'

/** Everything about a person that decides whether their money may leave. Amounts in kobo. */
export type ApprovalFacts = {
  /** One of the quotes already became an order. */
  readonly isRepeated: boolean
  readonly frozen: boolean
  readonly frozenByTeam: boolean
  /** Too many wrong PINs: money out is paused. */
  readonly paused: boolean
  readonly lastOrderAt: Date | null
  /** They have a passkey or an authenticator app. */
  readonly hasStrong: boolean
  readonly owes: boolean
  /** The bought BPCs they hold. A quote with a BPC's prices is valid only while the BPC is held. */
  readonly heldCodes: readonly BpcId[]
  readonly spentTodayKobo: bigint
  /** The limit in force now, whatever it was when the payment was quoted. */
  readonly dailyLimit: DailyLimit
  readonly newLimit: NewLimit | null
}

/** The facts that are checked before a PIN attempt is spent. */
export type EarlyFacts = Pick<ApprovalFacts, 'lastOrderAt' | 'hasStrong'>

/** SQL columns: the EarlyFacts of `user`. */
export const earlyFactsOf = (user: string): string =>
  `(${lastOrderAt(user)}) as "lastOrderAt", ${hasStrong(user)} as "hasStrong"`

type Row = Omit<ApprovalFacts, 'dailyLimit' | 'newLimit'> &
  LimitRow & {
    userId: UserId
    newSince: Date
    spentSinceNew: bigint
  }

/**
 * Reads the facts of up to BATCH_MAX people who approve these quotes, in one statement. Blocks freezes of their
 * accounts until the transaction ends, locking in the order of their ids. Binding only while their available accounts
 * are locked too.
 */
export async function readApprovalFacts(
  tx: Transaction,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  quotes: readonly Pick<QuoteRow, 'userId' | 'id'>[],
): Promise<Map<UserId, ApprovalFacts>> {
  const now = clock.now()
  const newAfter = config.newLimit ? new Date(now.getTime() - NEW_LIMIT_MS) : now
  const [userIds, quoteIds] = [quotes.map(({ userId }) => userId), quotes.map(({ id }) => id)]
  const rows = await tx.query<Row>(FACTS, [userIds, now, lagosDay(now), newAfter, quoteIds])
  return new Map(rows.map((row) => [row.userId, toFacts(row, { now, newLimit: config.newLimit })]))
}

function toFacts(row: Row, { now, newLimit }: { now: Date; newLimit: boolean }): ApprovalFacts {
  const { newSince, spentSinceNew: spentKobo } = row
  return {
    isRepeated: row.isRepeated,
    frozen: row.frozen,
    frozenByTeam: row.frozenByTeam,
    paused: row.paused,
    lastOrderAt: row.lastOrderAt,
    hasStrong: row.hasStrong,
    owes: row.owes,
    heldCodes: row.heldCodes,
    spentTodayKobo: row.spentTodayKobo,
    dailyLimit: dailyLimitOf(row, row.heldCodes.length),
    newLimit: newLimit ? newLimitOf({ newSince, spentKobo, now }) : null,
  }
}

/**
 * Read by key and bounded as server/wallet/read-wallet.ts explains. Each person's quotes are looked up only among their
 * own orders.
 */
const FACTS = `select u.id as "userId",
    exists (
      select from unnest(asked.quote_ids) as own (quote_id)
      cross join lateral (select from orders where user_id = u.id and quote_id = own.quote_id limit 1) as made
    ) as "isRepeated",
    u.frozen_at is not null or u.closed_at is not null as frozen,
    u.operator_frozen_at is not null as "frozenByTeam",
    coalesce(u.money_out_frozen_until > $2, false) as paused, u.new_since as "newSince",
    ${earlyFactsOf('u.id')},
    exists (select from ledger_accounts a where a.user_id = u.id and a.id = 'user:' || u.id || ':debt' and a.balance < 0) as owes,
    ${heldCodesOf('u.id')} as "heldCodes",
    (${spentBy('u.id')} and lagos_day >= $3::date) as "spentTodayKobo",
    case when u.new_since > $4
      then (${spentSince('u.id', 'u.new_since')}) else 0 end as "spentSinceNew", ${LIMIT_COLUMNS}
  from (
    select user_id, array_agg(quote_id) as quote_ids from unnest($1::text[], $5::text[]) as asked (user_id, quote_id)
    group by user_id order by user_id limit ${BATCH_MAX}
  ) as asked
  cross join lateral (select * from users where id = asked.user_id for share) as u ${joinLimits('u.id', '$2')}`
