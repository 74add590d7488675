import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listExceptions } from '#server/controls/reconciliation/list-exceptions.ts'
import type { ListedException } from '#server/controls/reconciliation/open-difference.ts'
import { scheduleRecurringJobs } from '#server/job-handlers.ts'
import { writeBackup } from '#server/platform/backups/file.ts'
import { migrateFor } from '#server/platform/db/grants.ts'
import { loadBackup, SECRET } from '#tests/support/backups.ts'
import { auditBooks } from '#tests/support/books.ts'
import { comparing } from '#tests/support/comparing.ts'
import { APP_ROLE, featureDatabases } from '#tests/support/databases.ts'
import { newDevice } from '#tests/support/device.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { chargeBody, fundingOf, postWebhook } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime } from '#tests/support/purchases.ts'
import { provedVisitor } from '#tests/support/visitors.ts'
import { openAfterRestore } from './after-restore.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const unheard = () => undefined

describe.each(featureDatabases)('a database restored while the providers went on, on %s', (kind) => {
  let folder: string
  let jara: TestJara
  let ada: Person
  let madeAt: Date

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-restored-'))
    jara = await startJara(kind)
    ada = await jara.person('Ada Obi')
    jara.clock.advance(1_000)
  })
  afterEach(async () => {
    await jara.close()
    fs.rmSync(folder, { recursive: true })
  })

  const file = () => path.join(folder, 'the.backup')
  async function backUp(): Promise<void> {
    madeAt = jara.clock.now()
    await writeBackup({ database: jara.database, file: file(), secret: SECRET, now: madeAt })
  }
  /** The same installation an hour later, from the backup. */
  async function restore() {
    jara.clock.advance(HOUR_MS)
    await jara.database.exec('drop schema public cascade; create schema public')
    await loadBackup(jara.database, file())
    const now = jara.clock.now()
    const silent = { debug: unheard, info: unheard, warn: unheard, error: unheard }
    const reconsidered = await openAfterRestore(jara.database, silent, { madeAt, now, backup: 'the.backup' })
    // Like a start with the owner's address.
    if (kind === 'postgres') await migrateFor(jara.database, APP_ROLE)
    await scheduleRecurringJobs(jara.database, now)
    return reconsidered
  }
  const liftStop = () =>
    jara.database.query(
      `update payment_suspensions set lifted_at = $1, lifted_by = 'reconciliation' where lifted_at is null`,
      [jara.clock.now()],
    )
  const stateOf = async (orderId: string) =>
    (await jara.database.query<{ state: string }>('select state from orders where id = $1', [orderId]))[0]?.state
  const payIn = async (amountKobo: string): Promise<void> => {
    const { account } = await fundingOf(ada)
    await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo })
  }
  const sumOf = async (table: 'deposits', state: string) =>
    (
      await jara.database.query<{ count: bigint; sum: bigint }>(
        `select count(*) as count, coalesce(sum(amount_kobo), 0)::bigint as sum from ${table} where state = $1`,
        [state],
      )
    )[0]

  it('starts with a stop since the moment of the backup, with everybody signed out and nothing open to be agreed to', async () => {
    await ada.quote(10_000n)
    const { email, password } = ada
    const { publicKey } = await newDevice()
    await ada.call('POST', '/api/sessions', { email, password, device: { publicKey } })
    await ada.call('POST', '/api/password-resets', { email })
    await ada.call('POST', '/api/email-proofs', { email: 'new@example.ng' })
    await provedVisitor(jara)
    await jara.settle()
    await backUp()
    expect(await restore()).toEqual({ maybeSent: 0, forPeople: 0 })
    const stops = await jara.database.query(
      'select reason, since, stopped_at as "stoppedAt", lifted_at as "liftedAt" from payment_suspensions',
    )
    expect(stops).toEqual([{ reason: 'restored', since: madeAt, stoppedAt: jara.clock.now(), liftedAt: null }])
    for (const table of ['quotes', 'challenges', 'sign_ins', 'password_resets', 'email_proofs']) {
      expect(await jara.database.query(`select 1 from ${table}`)).toEqual([])
    }
    expect(await jara.database.query('select 1 from visitors where pass_hash is not null')).toEqual([])
    expect((await ada.call('GET', '/api/wallet')).status).toBe(401)
    expect(await auditBooks(jara.database)).toEqual([])
  })

  it('asks about an order that was waiting to be sent instead of sending it: it is paid once', async () => {
    const waiting = await ada.withdraw(150_000n)
    expect(waiting.state).toBe('held')
    await backUp()
    await jara.pass(MINUTE_MS)
    expect((await jara.sandbox.truth()).transfers).toMatchObject([{ reference: waiting.reference, status: 'paid' }])

    expect(await restore()).toEqual({ maybeSent: 1, forPeople: 0 })
    expect(await stateOf(waiting.id)).toBe('in_flight')
    expect(await auditBooks(jara.database)).toEqual([])
    await liftStop()
    const sends = await countSends(() => jara.settle())
    expect(sends).toBe(0)
    expect(await stateOf(waiting.id)).toBe('settled')
    const steps = await jara.database.query<{ evidence: string }>(
      'select evidence from order_steps where order_id = $1 order by seq',
      [waiting.id],
    )
    expect(steps.map(({ evidence }) => evidence)).toContain(
      'restored from the.backup: may have been sent since it was made',
    )
    expect((await jara.sandbox.truth()).transfers).toHaveLength(1)
  })

  it('sends an order that nobody ever sent under its own reference, after half an hour of asking', async () => {
    const waiting = await ada.withdraw(150_000n)
    await backUp()
    await restore()
    await liftStop()
    await jara.pass(20 * MINUTE_MS)
    expect((await jara.sandbox.truth()).transfers).toEqual([])
    await jara.pass(20 * MINUTE_MS)
    expect((await jara.sandbox.truth()).transfers).toMatchObject([{ reference: waiting.reference, status: 'paid' }])
    expect(await stateOf(waiting.id)).toBe('settled')
  })

  it('never sends a purchase again whose reference it does not know: its money stays reserved and a person is called', async () => {
    const waiting = await ada.buy(airtime())
    expect(waiting.state).toBe('held')
    await backUp()
    await jara.pass(MINUTE_MS)
    expect((await jara.sandbox.truth()).deliveries).toMatchObject([{ status: 'delivered' }])

    expect(await restore()).toEqual({ maybeSent: 1, forPeople: 1 })
    await liftStop()
    await jara.pass(40 * MINUTE_MS)
    expect(await stateOf(waiting.id)).toBe('manual_review')
    expect((await jara.sandbox.truth()).deliveries).toHaveLength(1)
    const alarms = await jara.database.query(
      `select 1 from alarms where kind = 'order-unknown-after-restore' and subject_id = $1`,
      [waiting.id],
    )
    expect(alarms).toHaveLength(1)
  })

  it('lets two people name the reference such a purchase went out under, and its verification decides', async () => {
    const waiting = await ada.buy(airtime())
    await backUp()
    await jara.pass(MINUTE_MS)
    const [delivery] = (await jara.sandbox.truth()).deliveries
    await restore()
    await jara.pass(MINUTE_MS)
    await close(await maybeSent(waiting.id), delivery?.reference)
    await jara.pass(MINUTE_MS)
    expect(await stateOf(waiting.id)).toBe('settled')
    expect((await jara.sandbox.truth()).deliveries).toHaveLength(1)
    expect(await auditBooks(jara.database)).toEqual([])
  })

  describe('a purchase that was lost before midnight in Lagos', () => {
    const BEFORE_MIDNIGHT = new Date('2026-11-21T22:50:00Z')

    /** Backed up after midnight, when nothing is proved yet; then delivered under a reference of the new day. */
    async function loseAndRestore() {
      jara.clock.set(BEFORE_MIDNIGHT)
      await ada.unlock()
      await jara.sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'timeout' })
      const order = await ada.buy(airtime())
      await jara.pass(HOUR_MS, 5 * MINUTE_MS)
      expect(await stateOf(order.id)).toBe('unknown')
      await backUp()
      await jara.pass(2 * HOUR_MS, 5 * MINUTE_MS)
      const [delivery] = (await jara.sandbox.truth()).deliveries
      expect(delivery?.reference).toMatch(/^20261122/)
      await restore()
      return { order, delivery }
    }

    it('is never sent under another reference again: it may have had one since', async () => {
      const { order } = await loseAndRestore()
      await liftStop()
      await jara.pass(6 * HOUR_MS, 20 * MINUTE_MS)
      expect(await stateOf(order.id)).toBe('unknown')
      expect((await jara.sandbox.truth()).deliveries).toHaveLength(1)
      await jara.pass(24 * HOUR_MS, 2 * HOUR_MS)
      expect(await stateOf(order.id)).toBe('manual_review')
      expect((await jara.sandbox.truth()).deliveries).toHaveLength(1)
    })

    it('waits for two people, who name the reference it went out under, none that an order has, and is settled by its verification', async () => {
      const { order, delivery } = await loseAndRestore()
      await jara.pass(MINUTE_MS)
      const [own] = await jara.database.query<{ reference: string }>('select reference from orders')
      const closing = close(await maybeSent(order.id), own?.reference)
      await expect(closing).rejects.toThrow(`is the reference of order ${order.id}`)
      await close(await maybeSent(order.id), delivery?.reference)
      await jara.pass(MINUTE_MS)
      expect(await stateOf(order.id)).toBe('settled')
      const attempts = await jara.database.query(
        'select number, reference, found_by_people as found from order_attempts order by number',
      )
      expect(attempts).toEqual([
        { number: 1, reference: expect.stringMatching(/^20261121/), found: false },
        { number: 2, reference: delivery?.reference, found: true },
      ])
      expect(await auditBooks(jara.database)).toEqual([])
    })

    it('that was backed up before its id was over is asked about, and nobody has to look', async () => {
      jara.clock.set(BEFORE_MIDNIGHT)
      await ada.unlock()
      await jara.sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'accept-then-timeout' })
      await jara.sandbox.fault({ provider: 'vtpass', operation: 'requery', fault: 'timeout', count: 10 })
      const order = await ada.buy(airtime())
      await jara.settle()
      await backUp()
      await restore()
      await jara.pass(10 * MINUTE_MS)
      expect(await stateOf(order.id)).toBe('settled')
      const kinds = (await listExceptions(jara.database, true)).map(({ kind }) => kind)
      expect(kinds).not.toContain('maybe-sent')
    })
  })

  it('credits each payment once, whichever of its webhooks comes again', async () => {
    await payIn('1000000')
    await jara.settle()
    await backUp()
    await payIn('2000000')
    await jara.settle()
    expect(await sumOf('deposits', 'credited')).toEqual({ count: 2n, sum: 3_000_000n })
    const payments = [...jara.world.state.payments.values()]
    const replay = async () => {
      for (const payment of [...payments, ...payments]) {
        expect((await postWebhook(jara, chargeBody(payment))).status).toBe(200)
      }
      await jara.settle()
    }

    await restore()
    expect(await sumOf('deposits', 'credited')).toEqual({ count: 1n, sum: 1_000_000n })
    await liftStop()
    await replay()
    await jara.pass(10 * MINUTE_MS)
    await replay()
    expect(await sumOf('deposits', 'credited')).toEqual({ count: 2n, sum: 3_000_000n })
  })

  const { close } = comparing(() => ({ jara, ada }))
  async function maybeSent(orderId: string): Promise<ListedException> {
    const found = (await listExceptions(jara.database, false)).find(
      ({ kind, reference }) => kind === 'maybe-sent' && reference === orderId,
    )
    if (found === undefined) throw new Error('nobody is asked')
    return found
  }

  /** Counts the requests to send money that the provider gets meanwhile. */
  async function countSends(during: () => Promise<unknown>): Promise<number> {
    const { payments } = jara
    let sends = 0
    const real = payments.sendTransfer
    Object.assign(payments, {
      sendTransfer: (...of: Parameters<typeof real>) => {
        sends++
        return real(...of)
      },
    })
    await during()
    Object.assign(payments, { sendTransfer: real })
    return sends
  }
})
