import { describe, expect } from 'vitest'
import { BPC_RETURN_ALERT_MS, BPC_RETURN_MS } from '#contract/constants.ts'
import { lagosMoment } from '#contract/time.ts'
import { withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { lifeUntil, mortalProcess } from '#tests/support/mortal.ts'
import { airtime, boughtBy, buyByTransfer, giveBack, payInto } from '#tests/support/purchases.ts'
import { stopFor } from '#tests/support/stops.ts'

const reminders = (jara: TestJara) =>
  jara.database.query<{ kind: string; facts: { until: string } }>(
    "select kind, facts, subject_id from alerts where kind = 'bpc-return-ends'",
  )
/** Moves the clock to the time of the reminder, or `byMs` after it. */
const go = (jara: TestJara, boughtAt: Date, byMs = 0) =>
  jara.clock.set(new Date(boughtAt.getTime() + BPC_RETURN_MS - BPC_RETURN_ALERT_MS + byMs))
/** Runs due jobs, like a worker. */
const run = async (jara: TestJara) => {
  await jara.worker.runDue()
}

describe.each(featureDatabases)('a BPC that can be returned on %s', (kind) => {
  const it = withBuyer(kind)

  it.for(['wallet', 'transfer'] as const)(
    'is remembered a day before that ends, once, paid by %s',
    async (by, { jara, ada }) => {
      const order = by === 'wallet' ? await ada.buyBpc('wallet') : await buyByTransfer(jara, ada)
      if (by === 'transfer') await payInto(jara, order)
      const boughtAt = jara.clock.now()
      await jara.settle()
      go(jara, boughtAt, -1)
      await run(jara)
      expect(await reminders(jara)).toEqual([])
      go(jara, boughtAt)
      await run(jara)
      const until = new Date(boughtAt.getTime() + BPC_RETURN_MS)
      expect(await reminders(jara)).toMatchObject([{ subject_id: order.id, facts: { until: until.toISOString() } }])
      jara.clock.advance(60_000)
      await run(jara)
      expect(await reminders(jara)).toHaveLength(1)
      const [mail] = jara.emails(ada.email)
      expect(mail?.text).toContain(`Until ${lagosMoment(until)}, you can return it for its full price.`)
    },
  )

  it('is not remembered once it was used, or returned', async ({ jara, ada }) => {
    await ada.buyBpc('wallet')
    await jara.pass(2_000)
    const [used] = await boughtBy(ada)
    const returned = await ada.buyBpc('wallet')
    const boughtAt = jara.clock.now()
    await jara.pass(2_000)
    expect((await giveBack(ada, (await ada.order(returned.id)).boughtBpcId)).status).toBe(200)
    await ada.buy(airtime({ bpcCode: used?.code ?? '' }))
    await jara.pass(10_000)
    go(jara, boughtAt, 60_000)
    await run(jara)
    expect(await reminders(jara)).toEqual([])
    expect(await jara.database.query("select 1 from jobs where kind = 'bpc-return-alert'")).toEqual([])
  })

  it('waits when its job comes early, and says nothing when it comes too late', async ({ jara, ada }) => {
    await ada.buyBpc('wallet')
    const boughtAt = jara.clock.now()
    await jara.settle()
    // Like after a restore.
    await jara.database.query("update jobs set due_at = $1 where kind = 'bpc-return-alert'", [jara.clock.now()])
    await run(jara)
    const [job] = await jara.database.query<{ due_at: Date }>("select due_at from jobs where kind = 'bpc-return-alert'")
    expect(job?.due_at).toEqual(new Date(boughtAt.getTime() + BPC_RETURN_MS - BPC_RETURN_ALERT_MS))
    go(jara, boughtAt, BPC_RETURN_ALERT_MS + 1)
    await run(jara)
    expect(await reminders(jara)).toEqual([])
  })

  it('waits while the clock is not to be relied on', async ({ jara, ada }) => {
    await ada.buyBpc('wallet')
    const boughtAt = jara.clock.now()
    await jara.settle()
    await stopFor(jara, 'clock')
    go(jara, boughtAt)
    await run(jara)
    expect(await reminders(jara)).toEqual([])
    expect(await jara.database.query("select 1 from jobs where kind = 'bpc-return-alert'")).toHaveLength(1)
  })

  it('is not emailed when its owner hears of it too late', async ({ jara, ada }) => {
    await jara.database.query(
      `insert into alert_preferences (user_id, shows_amounts, quiet_from, quiet_until, changed_at)
       values ($1, false, 0, 1439, now())`,
      [ada.id],
    )
    await ada.buyBpc('wallet')
    const boughtAt = jara.clock.now()
    await jara.settle()
    go(jara, boughtAt)
    await run(jara)
    go(jara, boughtAt, BPC_RETURN_ALERT_MS + 24 * 60 * 60_000)
    await run(jara)
    const [row] = await jara.database.query("select email_state as email from alerts where kind = 'bpc-return-ends'")
    expect(row).toEqual({ email: 'dropped' })
  })

  it('is remembered once wherever the process dies', async ({ jara, ada }) => {
    const order = await ada.buyBpc('wallet')
    const boughtAt = jara.clock.now()
    await jara.settle()
    go(jara, boughtAt)
    for (let diesAt = 1; ; diesAt++) {
      const life = lifeUntil(diesAt)
      await mortalProcess(jara.deps, life)
        .worker.runNow('bpc-return-alert', order.id)
        .catch(() => undefined)
      jara.clock.advance(20_000)
      if (!life.isDead()) break
      expect(diesAt).toBeLessThan(30)
    }
    await run(jara)
    expect(await reminders(jara)).toHaveLength(1)
  })
})
