import { randomInt } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BPC_PRICE_KOBO } from '#contract/constants.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { seededRandomBytes } from '#tests/support/ids.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import { IS_NIGHTLY } from '#tests/support/nightly.ts'
import type { Person } from '#tests/support/person.ts'
import {
  airtime,
  buyByTransfer,
  expectDeliveriesToBeTrue,
  payInto,
  phoneOf,
  postCallback,
  purchasesOf,
  readCodes,
} from '#tests/support/purchases.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const PEOPLE = 5
const ROUNDS = IS_NIGHTLY ? 25 : 15
const AT_ONCE = 6

const FAULTS = [
  ['vtpass', 'pay', ['timeout', 'down', 'accept-then-500', 'accept-then-fail', 'decline', 'not-found-then-success']],
  ['vtpass', 'pay', ['refuse', 'pending', 'success-then-reversed', 'html-502', 'cut-json', 'reset']],
  ['vtpass', 'requery', ['timeout', 'down', 'pending', 'not-found-then-success', 'empty']],
  ['vtpass', 'webhook', ['lost', 'duplicate', 'late', 'out-of-order', 'forged', 'lying']],
  ['paystack', 'transfer', ['timeout', 'accept-then-500', 'decline', 'refuse', 'success-then-reversed']],
  ['paystack', 'charge', ['timeout', 'accept-then-timeout', 'decline']],
  ['paystack', 'inbound', ['send-back']],
  ['paystack', 'payment-verify', ['timeout', 'pending', 'down']],
  ['paystack', 'webhook', ['lost', 'duplicate', 'late', 'out-of-order', 'forged', 'lying']],
] as const

/** Random choices, the same for the same seed. (The order of replies is not.) */
function chooser(seed: number) {
  const bytes = seededRandomBytes(seed)
  const below = (limit: number) => Buffer.from(bytes(4)).readUInt32BE() % limit
  const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  return { below, oneOf }
}

describe.each(featureDatabases)(
  'people who buy, send, return and pay all at once on %s',
  { timeout: 300_000 },
  (kind) => {
    let jara: TestJara
    let people: Person[]

    beforeEach(async () => {
      jara = await startJara(kind)
      people = []
      for (let n = 0; n < PEOPLE; n++) people.push(await jara.person(`Ada ${'ABCDEFGH'.charAt(n)}bi`))
    })
    afterEach(() => jara.close())

    it('and whose providers fail in every way end with every kobo in its place', async () => {
      const seed = Number(process.env.SEED ?? randomInt(1_000_000))
      // biome-ignore lint/suspicious/noConsole: a failure is repeated from its seed
      console.log(`purchases-random: SEED=${seed}`)
      const { below, oneOf } = chooser(seed)
      let number = 100
      // The provider takes two purchases for one number at once for a mistake, so each person has their own numbers.
      const ownNumber = (person: Person) => phoneOf(2 * people.indexOf(person) + below(2))

      /** A refusal is a valid reply; a failure of ours is not. */
      const approve = async (person: Person, body: unknown) => {
        const quoted = await person.call<{ quote: Parameters<Person['approve']>[0] }>('POST', '/api/quotes', body)
        expect(quoted.status).toBeLessThan(504)
        expect(quoted.status).not.toBe(500)
        if (quoted.status !== 201) return
        const answer = await person.approve(quoted.body.quote)
        expect(answer.status).not.toBe(500)
      }
      const operations: readonly ((person: Person) => Promise<unknown>)[] = [
        (person) => approve(person, oneOf(purchasesOf(number++))),
        (person) => approve(person, airtime({ phone: ownNumber(person), amountKobo: String(5_000 + below(500_000)) })),
        (person) =>
          approve(person, {
            kind: 'withdrawal',
            bankCode: '044',
            accountNumber: '0123456784',
            amountKobo: String(10_000 + below(3_000_000)),
          }),
        (person) => approve(person, { kind: 'bpc', fullName: 'Ada Obi', email: person.email, payWith: 'wallet' }),
        async (person) => {
          const order = await buyByTransfer(jara, person).catch(
            orRefusedWith('bpc.too-many-open', 'provider.unavailable'),
          )
          if (order !== null && order.payTo !== null)
            await payInto(jara, order, BPC_PRICE_KOBO + BigInt(below(3) - 1) * 1_000n)
        },
        async (person) => {
          const code = (await readCodes(person)).findLast(({ kind }) => kind === 'bought')
          if (code !== undefined) expect((await person.call('POST', `/api/bpc/${code.id}/return`)).status).not.toBe(500)
        },
        async (person) => {
          const { account } = await fundingOf(person)
          const amountKobo = String(1 + below(1_000_000))
          if (account !== null) await jara.sandbox.payIn({ accountNumber: account.accountNumber, amountKobo })
        },
        async () => {
          const orders = await jara.database.query<{ reference: string }>(
            "select reference from orders where provider = 'vtpass'",
          )
          const reference = orders.length === 0 ? 'x' : oneOf(orders).reference
          await postCallback(jara, {
            reference,
            ...oneOf([{ status: 'delivered' }, { code: '040', status: 'reversed' }]),
          })
        },
        async (person) => {
          const orders = await jara.database.query<{ id: string }>('select id from orders where user_id = $1', [
            person.id,
          ])
          const action = oneOf(['check', 'cancel'])
          if (orders.length > 0) await person.call('POST', `/api/orders/${oneOf(orders).id}/${action}`)
        },
        () => jara.worker.runDue(),
      ]

      for (let round = 0; round < ROUNDS; round++) {
        const [provider, operation, faults] = oneOf(FAULTS)
        await jara.sandbox.fault({ provider, operation, fault: oneOf(faults), count: 1 + below(2) })
        for (const person of people) expect((await person.unlock()).body).toBeNull()
        await Promise.all(Array.from({ length: AT_ONCE }, () => oneOf(operations)(oneOf(people))))
        await jara.pass(oneOf([SECOND_MS, 5 * SECOND_MS, 20 * SECOND_MS]))
        if (round % 5 === 4) await expectBooksToBalance(jara.database)
      }
      // Decides what is still pending at the provider; what failed there for good stays failed.
      jara.world.state.faults = []
      for (const delivery of jara.world.state.deliveries.values()) {
        if (delivery.status === 'pending')
          await jara.sandbox.decideDelivery(delivery.requestId, oneOf(['delivered', 'failed']))
      }
      await jara.pass(50 * MINUTE_MS)
      jara.clock.advance(HOUR_MS)
      await jara.settle()
      await jara.pass(3 * HOUR_MS)
      await expectDeliveriesToBeTrue(jara)
      await expectPaymentsToBeTrue()
      const open = await jara.database.query(
        "select kind, state, reference from orders where state in ('held', 'in_flight', 'pending', 'unknown', 'awaiting_payment')",
      )
      expect(open).toEqual([])
    })

    /** Each reference: money in was booked once, and every settled transfer was really paid. */
    async function expectPaymentsToBeTrue(): Promise<void> {
      const received = [...jara.world.state.payments.values()].filter((each) => each.status === 'success')
      const booked = await jara.database.query<{ id: string; amount: bigint }>(
        "select provider_transaction_id as id, amount_kobo as amount from deposits where state in ('credited', 'paid_in')",
      )
      const sorted = (list: { id: string; amount: bigint }[]) =>
        list.toSorted((one, other) => (one.id < other.id ? -1 : 1))
      expect(sorted(booked)).toEqual(sorted(received.map((each) => ({ id: String(each.id), amount: each.amountKobo }))))
      const { transfers } = await jara.sandbox.truth()
      const settled = await jara.database.query<{ reference: string }>(
        "select reference from orders where kind = 'withdrawal' and state in ('settled', 'late_success')",
      )
      const paid = transfers.filter((each) => each.status === 'paid').map((each) => each.reference)
      expect(settled.map((each) => each.reference).toSorted()).toEqual(paid.toSorted())
    }
  },
)

/** Turns refusals with these codes into null; throws everything else again. */
function orRefusedWith(...codes: readonly string[]) {
  return (error: unknown): null => {
    if (codes.some((code) => String(error).includes(`"${code}"`))) return null
    throw error
  }
}
