import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readRequest } from '#server/identity/operators/requests.ts'
import { endReview, requestReviewEnd } from '#server/payments/orders/ending/end-review.ts'
import { auditBooks } from '#tests/support/books.ts'
import { startWithBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { inReview } from '#tests/support/endings.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import { tamper } from '#tests/support/stops.ts'

describe.each(featureDatabases)('the audit of orders that people ended, on %s', (kind) => {
  let jara: TestJara
  let order: string
  let request: string
  let undo: readonly string[]

  beforeEach(async () => {
    const { jara: started, ada } = await startWithBuyer(kind)
    jara = started
    order = (await inReview(jara, ada)).id
    const by = await operatorNamed(jara.database, 'Ada Asks')
    const unchecked = { uncheckedOrder: order, uncheckedOutcome: 'paid', uncheckedEvidence: 'The bank wrote so.' }
    request = await requestReviewEnd(jara.deps, { ...unchecked, by })
    const other = await operatorNamed(jara.database, 'Bayo Confirms')
    await endReview(jara.deps, { request: await readRequest(jara.deps, request, ['end-review']), by: other })
    undo = await readBack()
  })
  afterEach(async () => {
    await tamper(jara, ...undo)
    await jara.close()
  })

  /** Statements that restore everything a test forges. */
  async function readBack(): Promise<string[]> {
    const tables = ['operator_requests', 'orders', 'order_steps']
    const rows = await Promise.all(
      tables.map((table) => jara.database.query<{ all: string }>(`select json_agg(t)::text as all from ${table} t`)),
    )
    return tables.flatMap((table, index) => [
      `delete from ${table}`,
      `insert into ${table} select * from json_populate_recordset(null::${table}, $json$${rows[index]?.[0]?.all}$json$)`,
    ])
  }

  const findings = async () => (await auditBooks(jara.database)).map((each) => `${each.invariant} ${each.detail}`)

  it('is content with what two different operators agreed to', async () => {
    expect(await findings()).toEqual([])
  })

  it.each([
    [
      'that nobody confirmed',
      'update operator_requests set confirmed_by = null, confirmed_at = null',
      'nobody confirmed',
    ],
    [
      'with another outcome',
      `update operator_requests set content = content || '{"outcome":"not-paid"}'`,
      'no step says so',
    ],
    [
      'with another amount',
      `update operator_requests set content = content || '{"totalKobo":"1"}'`,
      'over 1, of 151000',
    ],
    ['that names no request', 'update orders set ended_by_request = null', 'of two operators did not end it'],
    ['without its step', `delete from order_steps where event = 'paid-by-operators'`, 'no step says so'],
  ])('finds one %s', async (_, statement, found) => {
    await tamper(jara, statement)
    expect(await findings()).toContainEqual(expect.stringMatching(new RegExp(`^I12 order ${order}: .*${found}`)))
  })

  it('finds a step of people without any request', async () => {
    await tamper(
      jara,
      'update orders set ended_by_request = null',
      `delete from operator_requests where id = '${request}'`,
    )
    expect(await findings()).toContain(`I12 order ${order}: a step says that people ended it, and no request does`)
  })
})
