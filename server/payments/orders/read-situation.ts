import type { DeviceId, UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { type ActiveDevice, findActiveDevices } from '#server/identity/devices/active-device.ts'
import { findQuotes, type QuoteRow } from '#server/payments/quotes/quote.ts'
import { batched } from '#server/platform/db/batch.ts'
import { type Pause, readPauses } from '#server/suspension/pauses.ts'
import { readSuspensions, type Suspension } from '#server/suspension/suspensions.ts'
import { type EarlyFacts, readEarlyFacts } from './approval-facts.ts'
import { findOrdersOfQuotes, type OrderRow } from './order.ts'

/** What is so when somebody approves a quote, before anything of it is tried. Nothing of it is locked. */
export type Situation = {
  /** What the quote has become already. */
  readonly order: OrderRow | undefined
  readonly quote: QuoteRow | undefined
  readonly device: ActiveDevice | undefined
  readonly facts: EarlyFacts | undefined
  readonly stops: readonly Suspension[]
  readonly pauses: readonly Pause[]
}

type Asked = { readonly userId: UserId; readonly deviceId: DeviceId; readonly quoteId: string }
type SituationDeps = Pick<Deps, 'clock' | 'database'>

/** Reads it, together with those of others who approve at the same time. */
export const readSituation = batched<SituationDeps, Asked, Situation>({
  async work({ clock, database }, asked) {
    const quotesAsked = asked.map(({ userId, quoteId }) => ({ userId, id: quoteId }))
    const userIds = asked.map(({ userId }) => userId)
    const [orders, quotes, devices, facts, stops, pauses] = await database.connection((sql) =>
      Promise.all([
        findOrdersOfQuotes(sql, quotesAsked),
        findQuotes(sql, quotesAsked),
        findActiveDevices(sql, asked),
        readEarlyFacts(sql, userIds),
        readSuspensions(sql),
        readPauses(sql, clock.now()),
      ]),
    )
    const orderOf = new Map<string, OrderRow>(orders.map((each) => [each.quoteId, each]))
    const quoteOf = new Map<string, QuoteRow>(quotes.map((each) => [each.id, each]))
    return asked.map(({ userId, deviceId, quoteId }) => ({
      order: mine(orderOf.get(quoteId), userId),
      quote: mine(quoteOf.get(quoteId), userId),
      device: devices.find((each) => each.userId === userId && each.id === deviceId),
      facts: facts.get(userId),
      stops,
      pauses,
    }))
  },
  concurrency: 2,
})

/** The same id may have been asked for by somebody it does not belong to. */
function mine<Row extends { readonly userId: UserId }>(row: Row | undefined, userId: UserId): Row | undefined {
  return row?.userId === userId ? row : undefined
}
