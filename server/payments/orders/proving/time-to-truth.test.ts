import { randomInt } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { seededRandomBytes } from '#tests/support/ids.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { alarmsOf } from '#tests/support/purchases.ts'
import { ORDER_REVIEW_AFTER_MS } from './schedule.ts'

/** `JARA_TRUTHS=100` for the long run; `JARA_SEED` repeats one. */
const DECIDED = Number(process.env.JARA_TRUTHS || 4)
const NEVER_DECIDED = 2
const MINUTE_MS = 60_000
/** Before a decision the clock goes from check to check for so long, as it does for the whole day outside. */
const LEAD_MS = 3 * MINUTE_MS

describe.each(featureDatabases)(
  'what the provider learns at a random instant of a day, on %s',
  { timeout: 600_000 },
  (kind) => {
    let jara: TestJara
    let ada: Person

    beforeEach(async () => {
      ;({ jara, ada } = await startWithBuyer(kind))
    })
    afterEach(() => jara.close())

    const isOpen = async ({ id }: Order) =>
      (await jara.database.query("select 1 from orders where id = $1 and state in ('settled', 'released')", [id]))
        .length === 0
    const nowMs = () => jara.clock.now().getTime()

    /** When the next verification of any order is due, ms; never in the past. */
    async function nextCheckMs(): Promise<number> {
      const [next] = await jara.database.query<{ at: Date | null }>(
        "select min(due_at) as at from jobs where kind = 'order'",
      )
      return Math.max(next?.at?.getTime() ?? Number.POSITIVE_INFINITY, nowMs())
    }

    /** Lets pass what is due up to an instant, each at its own. */
    async function goOnUntil(untilMs: number): Promise<void> {
      for (let nextMs = await nextCheckMs(); nextMs <= untilMs; nextMs = await nextCheckMs()) {
        jara.clock.set(new Date(nextMs))
        await jara.settle()
      }
      jara.clock.set(new Date(untilMs))
    }

    it.each(['lost', 'late'])(
      'is known within a minute when webhooks are %s, and what it never learns is with a person after a day',
      async (webhooks) => {
        const seed = Number(process.env.JARA_SEED ?? randomInt(1_000_000))
        const bytes = seededRandomBytes(seed)
        const below = (limit: number) => Buffer.from(bytes(6)).readUIntBE(0, 6) % limit
        await jara.sandbox.fault({
          operation: 'webhook',
          fault: webhooks,
          count: 100_000,
          ...(webhooks === 'late' ? { delayMs: 2_000 } : {}),
        })
        await jara.sandbox.fault({ operation: 'transfer', fault: 'pending', count: 100_000 })
        const orders: Order[] = []
        for (let n = 0; n < DECIDED + NEVER_DECIDED; n++) orders.push(await ada.withdraw(10_000n))
        await jara.settle()
        const startMs = nowMs()
        const decided = orders
          .slice(NEVER_DECIDED)
          .map((order) => ({ order, atMs: startMs + below(ORDER_REVIEW_AFTER_MS - MINUTE_MS) }))
          .toSorted((one, other) => one.atMs - other.atMs)

        const waitsMs: number[] = []
        for (const { order, atMs } of decided) {
          if (atMs - LEAD_MS > nowMs()) {
            jara.clock.set(new Date(atMs - LEAD_MS - below(MINUTE_MS)))
            await jara.settle()
          }
          // A decision that falls into the wait for the one before is made at its end.
          await goOnUntil(Math.max(atMs, nowMs()))
          expect(await isOpen(order)).toBe(true)
          await jara.sandbox.decide(order.reference, below(2) === 0 ? 'success' : 'failed')
          const decidedMs = nowMs()
          while (await isOpen(order)) {
            jara.clock.advance(1_000)
            await jara.settle()
          }
          waitsMs.push(nowMs() - decidedMs)
        }
        waitsMs.sort((one, other) => one - other)
        const p95Ms = waitsMs[Math.ceil(waitsMs.length * 0.95) - 1] ?? 0
        process.stderr.write(
          `time to truth on ${kind}, webhooks ${webhooks}: JARA_SEED=${seed} JARA_TRUTHS=${DECIDED}: p50 ${waitsMs[waitsMs.length >> 1]} ms, p95 ${p95Ms} ms, longest ${waitsMs.at(-1)} ms\n`,
        )
        expect(p95Ms).toBeLessThanOrEqual(webhooks === 'lost' ? MINUTE_MS : 2_000)

        jara.clock.set(new Date(startMs + ORDER_REVIEW_AFTER_MS + MINUTE_MS))
        await jara.settle()
        const left = await jara.database.query<{ state: string }>(
          "select state from orders where state not in ('settled', 'released')",
        )
        expect(left.map(({ state }) => state)).toEqual(Array.from({ length: NEVER_DECIDED }, () => 'manual_review'))
        const called = (await alarmsOf(jara)).filter((each) => each === 'order-waiting-24-hours')
        expect(called).toHaveLength(NEVER_DECIDED)
        const [held] = await jara.database.query<{ sum: bigint }>(
          'select coalesce(sum(amount), 0)::bigint as sum from ledger_entries where account_id = $1',
          [`user:${ada.id}:held`],
        )
        expect(held?.sum).toBe(11_000n * BigInt(NEVER_DECIDED))
      },
    )
  },
)
