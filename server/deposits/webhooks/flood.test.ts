import { describe, expect, it, vi } from 'vitest'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara } from '#tests/support/jara.ts'
import { chargeBody, fundingOf, ledgerSum, postWebhook } from '#tests/support/money-in.ts'
import { WEBHOOKS_AT_ONCE_MAX, WEBHOOKS_WAITING_MAX } from './routes.ts'

const TOO_MANY = 10
const POLL_MS = 5_000

describe.each(featureDatabases)('more webhooks than can be stored, on %s', (kind) => {
  it('are refused with 503 at once, all others are stored before 200, and the next look finds what was refused', async () => {
    const jara = await startJara(kind)
    const ada = await jara.person('Ada Obi')
    const { account } = await fundingOf(ada)
    await jara.sandbox.fault({ operation: 'webhook', fault: 'lost' })
    await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '250000' })
    const payment = [...jara.world.state.payments.values()].at(-1)
    if (payment === undefined) throw new Error('no payment was made')

    // The database starts no transaction until all webhooks have arrived.
    const gate = Promise.withResolvers<void>()
    const transaction = jara.deps.database.transaction.bind(jara.deps.database)
    vi.spyOn(jara.deps.database, 'transaction').mockImplementation(async (work) => {
      await gate.promise
      return await transaction(work)
    })
    const taken = WEBHOOKS_AT_ONCE_MAX + WEBHOOKS_WAITING_MAX
    const refused: Response[] = []
    const tenRefused = Promise.withResolvers<void>()
    const sending = Array.from({ length: taken + TOO_MANY }, async (_, n) => {
      const answer = await postWebhook(jara, chargeBody({ ...payment, id: n }))
      if (answer.status === 503) refused.push(answer)
      if (refused.length === TOO_MANY) tenRefused.resolve()
      return answer.status
    })
    await tenRefused.promise
    for (const answer of refused) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    gate.resolve()
    const statuses = await Promise.all(sending)
    expect(statuses.filter((each) => each === 200)).toHaveLength(taken)
    vi.restoreAllMocks()
    expect(await jara.database.query('select 1 from webhook_events')).toHaveLength(taken)

    await jara.database.query("delete from jobs where kind = 'payment'")
    jara.clock.advance(POLL_MS)
    await jara.settle()
    expect(await ledgerSum(jara.database, `user:${ada.id}:available`)).toBe(20_250_000n)
    await jara.close()
  })
})
