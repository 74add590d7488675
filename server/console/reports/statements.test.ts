import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PACE_STATEMENT } from '#server/console/today/order-pace.ts'
import { WEBHOOK_LAG_STATEMENT } from '#server/console/today/read-health.ts'
import { idsSince, idsUntil } from '#server/platform/ids.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { planOf, wholeReads } from '#tests/support/index-reads.ts'
import { PLANS } from '#tests/support/rows-read.ts'
import { ACCOUNTS_STATEMENT, DEPOSITS_STATEMENT } from './daily-report.ts'
import { EARNINGS_STATEMENT } from './read-earnings.ts'
import { ORDERS_STATEMENT } from './read-orders-of-day.ts'

const FROM = new Date('2026-11-20T23:00:00.000Z')
const UNTIL = new Date('2026-11-21T23:00:00.000Z')
const idsOf = (prefix: 'ord' | 'dep' | 'usr') => [idsSince(prefix, FROM), idsUntil(prefix, UNTIL), FROM, UNTIL]

const STATEMENTS = [
  ['orders of a day', ORDERS_STATEMENT, [...idsOf('ord'), UNTIL]],
  ['deposits of a day', DEPOSITS_STATEMENT, idsOf('dep')],
  ['new accounts of a day', ACCOUNTS_STATEMENT, idsOf('usr')],
  ['earnings of a day', EARNINGS_STATEMENT, [FROM, UNTIL]],
  ['orders of the last hour', PACE_STATEMENT, [idsSince('ord', FROM), FROM]],
  ['webhooks of the last hour', WEBHOOK_LAG_STATEMENT, [FROM]],
] as const

describe.each(databaseKinds)('what reports and health read, on %s', (kind) => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
  })
  afterAll(() => fresh.drop())

  it.each(PLANS.flatMap((plans) => STATEMENTS.map((each) => [...each, plans] as const)))(
    '%s are found by an index alone',
    async (_name, statement, params, plans) => {
      const plan = await planOf(fresh.database, { plans, statement, params })
      expect(wholeReads(plan)).toEqual([])
    },
  )
})
