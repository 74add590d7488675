import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BPC_PRICE_KOBO } from '#contract/constants.ts'
import type { OperatorRequestId, OrderId, UserId } from '#contract/ids.ts'
import { type OrderState, orderState } from '#contract/orders.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { account } from '#server/ledger/accounts.ts'
import { postTransfer } from '#server/ledger/post.ts'
import { type OrderEvent, TRANSITIONS, transitionFor } from '#server/payments/orders/machine.ts'
import { contradicts } from '#server/payments/orders/way-outs.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import type { Person } from '#tests/support/person.ts'
import { advanceOrder } from './advance.ts'

const states = orderState.options
const events = [...new Set(states.flatMap((state) => Object.keys(TRANSITIONS[state])))] as OrderEvent[]

/** The shortest way to each state from the state an order begins in, by the table itself. */
function waysToEachState(start: OrderState): Map<OrderState, OrderEvent[]> {
  const ways = new Map<OrderState, OrderEvent[]>([[start, []]])
  for (const [from, way] of ways) {
    for (const event of events) {
      const to = transitionFor(from, event)?.to
      if (to !== undefined && !ways.has(to)) ways.set(to, [...way, event])
    }
  }
  return ways
}

/** What two operators agree to, by the event that carries it out. */
const AGREED: Partial<Record<OrderEvent, { act: string; outcome?: string }>> = {
  'paid-by-operators': { act: 'end-review', outcome: 'paid' },
  'not-paid-by-operators': { act: 'end-review', outcome: 'not-paid' },
  'refunded-by-operators': { act: 'refund-bpc' },
}

/** Thrown to undo what a test did inside a transaction. */
const undo = new Error('undo')

describe.each(databaseKinds)('an order in the database on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let maker: ProvenOperator
  let checker: ProvenOperator
  let code: string
  const orderIds = new Map<OrderState, string>()

  const advance = async (tx: Transaction, orderId: string, event: OrderEvent) =>
    await advanceOrder(tx, jara.deps, {
      userId: ada.id,
      orderId,
      event,
      evidence: {
        note: `test: ${event}`,
        ...(event === 'send-anew' ? { reference: `${orderId}-anew` } : {}),
        ...(await agreed(tx, orderId, event)),
      },
    })

  /** The request of two operators that the database asks for. */
  async function agreed(tx: Transaction, orderId: string, event: OrderEvent) {
    const { act, outcome } = AGREED[event] ?? {}
    if (act === undefined) return {}
    const endedByRequest: OperatorRequestId = jara.deps.newId('orq')
    await tx.query(
      `insert into operator_requests (id, act, subject, content, requested_by, requested_at, expires_at, confirmed_by, confirmed_at)
       select $1, $2, id, jsonb_build_object('outcome', $4::text, 'totalKobo', total_kobo::text, 'contradicted', state), $5, $7,
         $7::timestamptz + interval '1 hour', $6, $7 from orders where id = $3`,
      [endedByRequest, act, orderId, outcome ?? null, maker.id, checker.id, jara.clock.now()],
    )
    const [order] = await tx.query<{ state: string }>('select state from orders where id = $1', [orderId])
    const isProvedPaid = act === 'end-review' && order?.state !== 'manual_review'
    return isProvedPaid ? { undoneByRequest: endedByRequest } : { endedByRequest }
  }

  beforeAll(async () => {
    jara = await startJara(kind)
    ada = await jara.person()
    maker = await operatorNamed(jara.database, 'Mary Maker')
    checker = await operatorNamed(jara.database, 'Chidi Checker')
    code = (await ada.buyBpc('wallet')).id
    for (const [state, way] of waysToEachState('held')) {
      const order = await ada.withdraw(1_000_000n)
      for (const event of way) await jara.database.transaction((tx) => advance(tx, order.id, event))
      orderIds.set(state, order.id)
    }
    for (const [state, events] of [
      ['awaiting_payment', []],
      ['expired', ['expired']],
    ] as const) {
      const order = await ada.buyBpc('transfer')
      for (const event of events) await jara.database.transaction((tx) => advance(tx, order.id, event))
      orderIds.set(state, order.id)
    }
  })
  afterAll(async () => {
    await jara.close()
  })

  // provider:paystack:float → order escrow 6,500.00
  const payIn = (tx: Transaction, orderId: OrderId) =>
    postTransfer(tx, {
      id: jara.deps.newId('trf'),
      userId: ada.id as UserId,
      kind: 'pay-in',
      key: `pay-in:${orderId}`,
      subjectId: 'dep_of_a_test',
      movements: [{ from: account.providerFloat('paystack'), to: account.escrow(orderId), amountKobo: BPC_PRICE_KOBO }],
      at: jara.clock.now(),
    })

  async function facts(tx: Transaction) {
    const [balances, transfers, steps, alarms] = [
      await tx.query('select id, balance::text, entry_count::text from ledger_accounts order by user_id, id'),
      await tx.query<{ kind: string }>('select id, kind from ledger_transfers order by id'),
      await tx.query('select order_id, seq from order_steps order by order_id, seq'),
      await tx.query<{ kind: string }>('select kind, subject_id from alarms order by kind, subject_id'),
    ]
    return { balances, transfers, steps, alarms }
  }

  const cells = states.flatMap((state) => events.map((event) => ({ state, event })))

  it.each(cells)('in $state obeys the table on $event', async ({ state, event }) => {
    // Only a BPC is refunded.
    const isRefund = state === 'settled' && event === 'refunded-by-operators'
    const orderId = isRefund ? code : (orderIds.get(state) ?? '')
    const expected = transitionFor(state, event)
    const work = jara.database.transaction(async (tx) => {
      // A purchase by bank transfer settles out of what came in for it.
      if (state === 'awaiting_payment' || state === 'expired') await payIn(tx, orderId as OrderId)
      // The database takes a second reference only with the proof that allows it.
      if (event === 'send-anew')
        await tx.query('update orders set absent_at = array_fill($1::timestamptz, array[3])', [jara.clock.now()])
      // Two operators undo only what its provider contradicts.
      if (event === 'not-paid-by-operators' && (state === 'settled' || state === 'late_success'))
        await tx.query('update orders set contradicted_at = $2 where id = $1', [orderId, jara.clock.now()])
      const before = await facts(tx)
      const { order, changed } = await advance(tx, orderId, event)
      const after = await facts(tx)
      const added = <Row>(rows: Row[], old: readonly Row[]) => {
        const known = new Set(old.map((each) => JSON.stringify(each)))
        return rows.filter((each) => !known.has(JSON.stringify(each)))
      }
      const newKinds = added(after.transfers, before.transfers).map((each) => each.kind)
      const newAlarms = added(after.alarms, before.alarms)
      expect(order.state).toBe(expected?.to ?? state)
      expect(changed).toBe(expected !== null && (expected.to !== state || expected.posts !== null))
      expect(newKinds).toEqual(expected?.posts == null ? [] : [expected.posts])
      expect(newAlarms.map((each) => each.kind)).toEqual(
        expected === null
          ? [event === 'mismatch' ? 'order-mismatch' : 'order-unexpected-evidence']
          : expected.posts === 'late-success'
            ? ['order-late-success']
            : [],
      )
      const [stored] = await tx.query<{ contradictedAt: Date | null }>(
        'select contradicted_at as "contradictedAt" from orders where id = $1',
        [orderId],
      )
      expect(stored?.contradictedAt ?? null).toEqual(contradicts(state, event) ? jara.clock.now() : null)
      if (!changed) expect({ ...after, alarms: null }).toEqual({ ...before, alarms: null })
      throw undo
    })
    await expect(work).rejects.toBe(undo)
  })
})
