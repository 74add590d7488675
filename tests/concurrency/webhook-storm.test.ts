import { randomInt } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { signatureOf } from '#sandbox/paystack/webhooks.ts'
import { POLL_EVERY_MS } from '#server/deposits/poll-payments.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { seededRandomBytes } from '#tests/support/ids.ts'
import { PATIENT_TIMEOUT_MS, startJara, type TestJara } from '#tests/support/jara.ts'
import { fundingOf, ledgerSum, postWebhook } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'

const EVENTS = Number(process.env.JARA_STORM || 40)
const PEOPLE = 5
const COPIES_MAX = 20
const AT_ONCE = 20
const GRANT_KOBO = 20_000_000n

type Delivery = { readonly body: string; readonly signature: string | null }

/** Random choices, the same for the same seed. */
function chooser(seed: number) {
  const bytes = seededRandomBytes(seed)
  const below = (limit: number) => Buffer.from(bytes(4)).readUInt32BE() % limit
  return {
    below,
    shuffled: <Item>(items: readonly Item[]): Item[] =>
      items
        .map((item) => ({ item, at: below(2 ** 32) }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ item }) => item),
  }
}

/** `JARA_STORM=1000` for the long run; `JARA_SEED` repeats one. Five percent are lost, and five percent forged. */
describe.each(featureDatabases)(`a storm of webhooks about ${EVENTS} payments on %s`, { timeout: 900_000 }, (kind) => {
  let jara: TestJara
  let people: { person: Person; accountNumber: string }[]

  beforeEach(async () => {
    jara = await startJara(kind, { providerTimeoutMs: PATIENT_TIMEOUT_MS })
    people = []
    for (let n = 0; n < PEOPLE; n++) {
      const person = await jara.person(`Ada ${'ABCDE'.charAt(n)}bi`)
      people.push({ person, accountNumber: (await fundingOf(person)).account?.accountNumber ?? '' })
    }
    jara.clock.advance(1_000)
  })
  afterEach(() => jara.close())

  it('each 1 to 20 times and mixed, some lost, some forged: each true one is credited once, and no forged one', async () => {
    const seed = Number(process.env.JARA_SEED ?? randomInt(1_000_000))
    process.stderr.write(`webhook storm on ${kind}: JARA_SEED=${seed} JARA_STORM=${EVENTS}\n`)
    const { below, shuffled } = chooser(seed)
    const owed = people.map(() => GRANT_KOBO)
    for (let n = 0; n < EVENTS; n++) {
      const who = below(PEOPLE)
      const amountKobo = BigInt(10_000 + below(500_000))
      owed[who] = (owed[who] ?? 0n) + amountKobo
      await jara.sandbox.payIn({ accountNumber: people[who]?.accountNumber ?? '', amountKobo: amountKobo.toString() })
    }
    const bodies = takeMessages()
    expect(bodies).toHaveLength(EVENTS)

    const chosen = shuffled(bodies)
    const few = Math.max(1, Math.round(EVENTS / 20))
    const delivered = chosen.slice(few)
    const genuine = delivered.flatMap((body) =>
      Array.from({ length: 1 + below(COPIES_MAX) }, () => ({ body, signature: sign(body) })),
    )
    const forged = Array.from({ length: few }, (_, n) => forgery(chosen[below(chosen.length)] ?? '', n))
    const arriving = shuffled([...genuine, ...forged])
    const statuses = await deliverAll(arriving)
    await jara.settle()

    const statusOf = (of: readonly Delivery[]) => [...new Set(of.map((each) => statuses.get(each)))]
    expect(statusOf(genuine)).toEqual([200])
    expect(statusOf(forged)).toEqual([401])
    const rows = await jara.database.query<{ reference: string; times: number }>(
      'select reference, times from webhook_events',
    )
    expect(rows).toHaveLength(delivered.length)
    expect(rows.reduce((sum, { times }) => sum + times, 0)).toBeGreaterThanOrEqual(genuine.length)
    const before = (await deposits()).length

    // After one poll of the provider's own list the lost ones are there too.
    jara.clock.advance(POLL_EVERY_MS.sandbox)
    await jara.settle()
    expect(await deposits()).toHaveLength(EVENTS)
    expect(new Set(await deposits()).size).toBe(EVENTS)
    const balances = await Promise.all(
      people.map(({ person }) => ledgerSum(jara.database, `user:${person.id}:available`)),
    )
    expect(balances).toEqual(owed)
    const found = EVENTS - before
    process.stderr.write(
      `  ${arriving.length} deliveries, ${found} lost and found, ${forged.length} forged and refused\n`,
    )
  })

  const deposits = async () =>
    (await jara.database.query<{ reference: string }>("select reference from deposits where state = 'credited'")).map(
      (each) => each.reference,
    )
  const sign = (body: string) => signatureOf(jara.world.secretKey, body)

  /** The exact bytes of every webhook that the world would send, taken from its queue. */
  function takeMessages(): string[] {
    const messages = [...jara.world.state.messages.values()]
    jara.world.record(messages.map(({ id }) => ({ type: 'message.tried', id, status: 200, nextAt: null })))
    return messages.map(({ body }) => body)
  }

  function forgery(body: string, n: number): Delivery {
    const told = JSON.parse(body)
    const other = {
      ...told,
      data: { ...told.data, ...(n % 2 === 0 ? { amount: 99_000_000 } : { reference: `never-happened-${n}` }) },
    }
    const text = JSON.stringify(other)
    return { body: text, signature: [signatureOf('sk_test_somebody_else', text), sign(body), null][n % 3] ?? null }
  }

  /** Delivers twenty at a time while workers run. Returns the status of each. */
  async function deliverAll(deliveries: readonly Delivery[]): Promise<Map<Delivery, number>> {
    const statuses = new Map<Delivery, number>()
    const waiting = [...deliveries]
    const deliver = async (): Promise<void> => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const answer = await postWebhook(jara, next.body, next.signature).catch(() => null)
        // The connection broke on a busy machine: sends it again, as the provider does.
        if (answer === null) waiting.unshift(next)
        else statuses.set(next, answer.status)
        if (waiting.length % 50 === 0) await jara.worker.runDue()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, deliver))
    return statuses
  }
})
