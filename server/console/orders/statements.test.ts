import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { filtered, planOf, wholeReads } from '#tests/support/index-reads.ts'
import { PLANS } from '#tests/support/rows-read.ts'
import { ALL_STATEMENTS, type StatementName } from './statements.ts'

const LIST = ['abc']

/** A value of the right type for each parameter of each statement. */
const PARAMS: Readonly<Record<StatementName, readonly unknown[]>> = {
  owner: ['abc'],
  agreed: ['abc'],
  quote: ['abc', 'abc'],
  steps: ['abc', 'abc'],
  requests: ['abc', 'abc'],
  transfers: [LIST, 'abc'],
  charges: ['abc', 'abc'],
  payments: ['abc'],
  code: ['abc', 'abc'],
  cases: ['abc', 'abc'],
  endedBy: ['abc'],
  deposit: ['abc'],
  transfersOfDeposit: [LIST, 'abc'],
  casesOfDeposit: ['abc', 'abc'],
  entries: [LIST, LIST],
  webhooks: ['abc', LIST],
  alerts: ['abc', LIST],
  alarms: [LIST, LIST],
  differences: ['abc', LIST, LIST],
  messages: [LIST],
  receipt: ['abc', 'abc'],
  job: ['abc', 'abc'],
}

/** Statements that may read and discard the customer's cases about other payments. */
const LEAVES_OUT: Partial<Readonly<Record<StatementName, readonly string[]>>> = {
  cases: ['transactions'],
  casesOfDeposit: ['transactions'],
}

describe.runIf(databaseKinds.includes('postgres'))(
  'each statement of an order’s and a deposit’s screen, on postgres',
  () => {
    let fresh: FreshDatabase
    beforeAll(async () => {
      fresh = await freshDatabase('postgres')
    })
    afterAll(() => fresh.drop())

    const names = Object.keys(ALL_STATEMENTS) as StatementName[]
    it.each(PLANS.flatMap((plans) => names.map((name) => [name, plans] as const)))(
      '%s reads by an index alone, with %s',
      async (name, plans) => {
        const plan = await planOf(fresh.database, { statement: ALL_STATEMENTS[name], params: PARAMS[name], plans })
        expect(wholeReads(plan)).toEqual([])
        // Every row found by an index is used, so no row is read in vain, however long the table grows.
        expect(filtered(plan)).toEqual(LEAVES_OUT[name] ?? [])
      },
    )
  },
)
