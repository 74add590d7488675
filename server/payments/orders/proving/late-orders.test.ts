import { describe, expect } from 'vitest'
import type { AlertsAnswer } from '#contract/alerts.ts'
import { LATE_AFTER_MS } from '#contract/constants.ts'
import { orderNow, withBuyer } from '#tests/support/buyer.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { lifeUntil, mortalProcess } from '#tests/support/mortal.ts'
import type { Person } from '#tests/support/person.ts'
import { resume, stopFor } from '#tests/support/stops.ts'

const SECOND_MS = 1_000
const late = async (person: Person) => {
  await person.unlock()
  return (await person.call<AlertsAnswer>('GET', '/api/alerts?category=late')).body.alerts
}
const pendingTransfer = async (jara: TestJara, person: Person) => {
  await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
  return await person.withdraw(150_000n)
}

describe.each(featureDatabases)('an order without an answer on %s', (kind) => {
  const it = withBuyer(kind)

  it('alerts its owner once, when it is late and not a second sooner', async ({ jara, ada }) => {
    await jara.sandbox.fault({ operation: 'transfer-verify', fault: 'pending', count: 1_000 })
    const order = await pendingTransfer(jara, ada)
    await jara.settle()
    jara.clock.advance(LATE_AFTER_MS - SECOND_MS)
    await jara.worker.runNow('order', order.id)
    expect(await late(ada)).toEqual([])
    jara.clock.advance(SECOND_MS)
    await jara.worker.runNow('order', order.id)
    await jara.settle()
    const [alert, ...more] = await late(ada)
    expect(more).toEqual([])
    expect(alert).toMatchObject({ title: 'Your bank transfer is taking longer than 5 minutes' })
    expect(alert?.body).toMatch(/^Your bank transfer of ₦1,500\.00 to .+ is on its way and not confirmed yet/)
    await jara.pass(10 * 60 * SECOND_MS)
    expect(await late(ada)).toHaveLength(1)
    expect(jara.emails(ada.email).filter(({ subject }) => subject.includes('longer'))).toHaveLength(1)
  })

  it('is not alerted as late by the verification that ends it', async ({ jara, ada }) => {
    await jara.sandbox.fault({ operation: 'transfer-verify', fault: 'pending', count: 1 })
    const order = await ada.withdraw(150_000n)
    await jara.worker.runNow('order', order.id)
    expect((await ada.order(order.id)).status).toBe('pending')
    jara.clock.advance(LATE_AFTER_MS)
    await jara.settle()
    expect((await orderNow(ada, order)).status).not.toBe('pending')
    expect(await late(ada)).toEqual([])
  })

  it('is alerted as not sent while nothing may go out', async ({ jara, ada }) => {
    const order = await ada.withdraw(150_000n)
    await stopFor(jara, 'books')
    await jara.pass(LATE_AFTER_MS + 60 * SECOND_MS)
    expect((await orderNow(ada, order)).state).toBe('held')
    const [alert, ...more] = await late(ada)
    expect(alert?.body).toMatch(/ is reserved in your wallet and has not been sent yet\. No money has left\./)
    expect(more).toEqual([])
    await resume(jara)
    await jara.pass(60 * SECOND_MS)
    expect((await orderNow(ada, order)).status).toBe('completed')
    expect(await late(ada)).toHaveLength(1)
  })

  it('makes nothing while the clock is not to be relied on', async ({ jara, ada }) => {
    await jara.sandbox.fault({ operation: 'transfer-verify', fault: 'pending', count: 1_000 })
    const order = await pendingTransfer(jara, ada)
    await jara.settle()
    await stopFor(jara, 'clock')
    jara.clock.advance(LATE_AFTER_MS)
    await jara.worker.runNow('order', order.id)
    expect(await late(ada)).toEqual([])
  })

  it('is alerted once wherever the process dies', async ({ jara, ada }) => {
    await jara.sandbox.fault({ operation: 'transfer-verify', fault: 'pending', count: 10_000 })
    const order = await pendingTransfer(jara, ada)
    await jara.settle()
    jara.clock.advance(LATE_AFTER_MS)
    for (let diesAt = 1; ; diesAt++) {
      const life = lifeUntil(diesAt)
      await mortalProcess(jara.deps, life)
        .worker.runNow('order', order.id)
        .catch(() => undefined)
      const made = await jara.database.query("select 1 from alerts where kind = 'order-late'")
      const [job] = await jara.database.query("select 1 from jobs where kind = 'alert' and subject_id = $1", [order.id])
      expect(job === undefined ? 0 : 1).toBe(made.length)
      jara.clock.advance(20_000)
      if (!life.isDead()) break
      expect(diesAt).toBeLessThan(60)
    }
    await jara.settle()
    expect(await late(ada)).toHaveLength(1)
  })
})
