import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SMS_GIVE_UP_MS, SMS_LOOK_AFTER_MS } from '#contract/constants.ts'
import { kobo } from '#contract/money.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { readStatement } from '#server/activity/statements/read-statement.ts'
import { succeeded } from '#server/providers/answer.ts'
import { suspendMoney } from '#server/suspension/suspensions.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { books, startWithBuyer } from '#tests/support/buyer.ts'
import { databaseKinds, featureDatabases } from '#tests/support/databases.ts'
import { exactly } from '#tests/support/exactly.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { Died, lifeUntil, mortalDatabase } from '#tests/support/mortal.ts'
import { sampled } from '#tests/support/nightly.ts'
import type { Person } from '#tests/support/person.ts'
import { alertFor, turnSmsOn } from '#tests/support/sms.ts'
import { type OutgoingSms, sendSms } from './send-sms.ts'

const PHONE = '08031234567'
const STATEMENTS_MAX = 60

describe.each(databaseKinds)('an alert by SMS on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let alert: OutgoingSms

  beforeEach(async () => {
    ;({ jara, ada } = await startWithBuyer(kind))
    await turnSmsOn(jara, ada, PHONE)
    // Time passes, so that the history reaches back before anything sent from now on.
    jara.clock.advance(3 * 60 * 60_000)
    await ada.unlock()
    alert = alertFor(jara.deps, ada.id)
  })
  afterEach(() => jara.close())

  const sent = () => jara.smsTo(PHONE).filter(({ text }) => text.startsWith('Money in')).length
  const available = async () => String((await books(jara, `user:${ada.id}:available`))[0])
  const fault = (operation: string, name: string, count = 1) =>
    jara.sandbox.fault({ provider: 'termii', operation, fault: name, count })
  const rowOf = async () =>
    (
      await jara.database.query(
        'select state, phone, text, attempts::int as attempts, charged_kobo as charged from sms_messages',
      )
    )[0]
  const charges = () => jara.database.query("select 1 from ledger_transfers where kind = 'sms'")
  const later = (ms = SMS_LOOK_AFTER_MS) => jara.clock.advance(ms)
  const expectChargedOnce = async () => {
    expect([sent(), await available(), (await charges()).length]).toEqual([1, '19999400', 1])
    expect(await books(jara, 'revenue:sms')).toEqual([600n])
    await expectBooksToBalance(jara.database)
  }

  it('goes out in one part with its reference, and is charged with a line of its own', async () => {
    expect(await sendSms(jara.deps, alert)).toBe('sent')
    const [sms] = jara.smsTo(PHONE)
    expect(sms).toMatchObject({ from: 'Jara', to: '2348031234567', parts: 1 })
    expect(sms?.text).toBe(`Money in. NGN 500.00 from A. O. Ref ${alert.alert.id.slice(-8).toUpperCase()}`)
    await expectChargedOnce()
    expect(await rowOf()).toEqual({ state: 'sent', phone: null, text: null, attempts: 1, charged: 600n })
    const { body } = await ada.call<TransactionsAnswer>('GET', '/api/transactions?kind=sms')
    expect(body.transactions).toMatchObject([
      { kind: 'sms', title: 'SMS alert', amountKobo: '-600', status: 'completed' },
    ])
    const id = body.transactions[0]?.id
    expect((await ada.call('GET', `/api/transactions/${id}`)).body).toMatchObject({
      explanation: 'The price of one SMS alert. You can turn SMS alerts off under Security.',
      totalKobo: '-600',
    })
    expect((await ada.call('POST', `/api/transactions/${id}/receipt`)).status).toBe(404)
    expect((await ada.wallet()).spentTodayKobo).toBe('0')
  })

  it('is sent and charged once, however often and by however many it is asked for', async () => {
    const asked = await Promise.all(Array.from({ length: 5 }, () => sendSms(jara.deps, alert)))
    // Calls during the sending get "later", calls after it "sent".
    expect(asked).toContain('sent')
    expect(asked.filter((each) => each !== 'sent' && each !== 'later')).toEqual([])
    expect(await sendSms(jara.deps, alert)).toBe('sent')
    await expectChargedOnce()
  })

  it('is sent and charged once, whatever statement the process dies before', async () => {
    for (let point = 1; point <= STATEMENTS_MAX; point++) {
      const one = alertFor(jara.deps, ada.id)
      const [before, count] = [BigInt(await available()), sent()]
      const database = mortalDatabase(jara.database, lifeUntil(point))
      const outcome = await sendSms({ ...jara.deps, database }, one).catch((error: unknown) => error)
      if (outcome === 'sent') {
        expect(point).toBeGreaterThan(12)
        return
      }
      expect(outcome).toBeInstanceOf(Died)
      await expectBooksToBalance(jara.database)
      later()
      expect(await sendSms(jara.deps, one)).toBe('sent')
      expect([sent(), before - BigInt(await available())]).toEqual([count + 1, 600n])
      await expectBooksToBalance(jara.database)
    }
    throw new Error('it never came to an end')
  })

  // The remaining tests do not depend on the kind of database.
  if (!featureDatabases.includes(kind)) return

  it.each(sampled(['reset', 'accept-then-500', 'html-502', 'empty', 'cut-json'], 2))(
    'that was taken with its answer lost (%s) is found in the history, not sent again, and charged then',
    async (name) => {
      await fault('send', name)
      expect(await sendSms(jara.deps, alert)).toBe('later')
      expect([sent(), await available()]).toEqual([1, '20000000'])
      expect(await sendSms(jara.deps, alert)).toBe('later')
      later()
      expect(await sendSms(jara.deps, alert)).toBe('sent')
      await expectChargedOnce()
    },
  )

  it.each(['down', 'rate-limited'])('that was not taken (%s) goes out again once the history says so', async (name) => {
    await fault('send', name)
    expect(await sendSms(jara.deps, alert)).toBe('later')
    expect(sent()).toBe(0)
    later()
    expect(await sendSms(jara.deps, alert)).toBe('sent')
    await expectChargedOnce()
  })

  it('does not go out again while the history gives no answer, and is given up uncharged after an hour', async () => {
    await fault('send', 'reset')
    await fault('history', 'html-502', 100)
    await sendSms(jara.deps, alert)
    for (let minutes = 0; minutes < 59; minutes += 10) {
      later(minutes === 0 ? SMS_LOOK_AFTER_MS : 600_000)
      expect(await sendSms(jara.deps, alert)).toBe('later')
    }
    later(SMS_GIVE_UP_MS)
    expect(await sendSms(jara.deps, alert)).toBe('given-up')
    expect(await sendSms(jara.deps, alert)).toBe('given-up')
    expect([sent(), await available()]).toEqual([1, '20000000'])
    expect(await rowOf()).toMatchObject({ state: 'given-up', phone: null, text: null, charged: null })
  })

  it('is looked for once more after its hour, and charged when it was taken', async () => {
    await fault('send', 'reset')
    await sendSms(jara.deps, alert)
    later(2 * SMS_GIVE_UP_MS)
    expect(await sendSms(jara.deps, alert)).toBe('sent')
    await expectChargedOnce()
  })

  it('that the provider could not deliver costs nothing', async () => {
    await fault('send', 'reset')
    await sendSms(jara.deps, alert)
    later()
    const failed = { messageId: exactly('1'), isFailed: true }
    const sms = { ...jara.sms, findSent: async () => succeeded(failed) }
    expect(await sendSms({ ...jara.deps, sms }, alert)).toBe('given-up')
    expect(await available()).toBe('20000000')
  })

  it('to a number that the provider refuses is given up at once; a refusal of ours is an alarm, and tried again', async () => {
    await fault('send', 'decline')
    expect(await sendSms(jara.deps, alert)).toBe('given-up')
    await fault('send', 'refuse')
    const other = alertFor(jara.deps, ada.id)
    expect(await sendSms(jara.deps, other)).toBe('later')
    expect(await jara.database.query("select subject_id from alarms where kind = 'sms-refused'")).toMatchObject([
      { subject_id: expect.stringMatching(/^termii float-low 2026-/) },
    ])
    later()
    expect(await sendSms(jara.deps, other)).toBe('sent')
    await expectChargedOnce()
  })

  /** Leaves this much of the practice grant: the rest goes to a bank, with ₦50 fee and ₦50 duty. */
  async function spendAllBut(leftKobo: bigint): Promise<void> {
    // No SMS for this payment: it would cost the rest.
    await ada.call('PUT', '/api/alerts/settings', { category: 'money', channel: 'sms', isOn: false })
    await ada.withdraw(20_000_000n - 10_000n - leftKobo)
    await jara.pass(2_000)
    expect(await available()).toBe(String(leftKobo))
  }

  it.each([
    [599n, 'off', 'low-balance', '599'],
    [600n, 'sent', null, '0'],
  ])('with %i kobo in the wallet is %s', async (leftKobo, delivery, pausedBy, left) => {
    await spendAllBut(leftKobo)
    expect((await ada.call('GET', '/api/sms')).body).toMatchObject({ pausedBy })
    expect(await sendSms(jara.deps, alert)).toBe(delivery)
    expect([sent(), await available()]).toEqual([delivery === 'sent' ? 1 : 0, left])
  })

  it('is free where the money was spent before the provider took it: no debt', async () => {
    await fault('send', 'reset')
    await sendSms(jara.deps, alert)
    await spendAllBut(100n)
    later()
    expect(await sendSms(jara.deps, alert)).toBe('sent')
    expect(await rowOf()).toMatchObject({ state: 'sent', charged: 0n })
    expect([await available(), (await charges()).length]).toEqual(['100', 0])
    await expectBooksToBalance(jara.database)
  })

  it.each([
    [900n, 600n],
    [400n, 400n],
  ])('at a price of %i kobo costs somebody who agreed to 600 kobo %i', async (priceKobo, chargedKobo) => {
    const { config } = jara.deps
    if (config.sms === null) throw new Error('no SMS')
    const sms = { ...config.sms, priceKobo: kobo(priceKobo) }
    expect(await sendSms({ ...jara.deps, config: { ...config, sms } }, alert)).toBe('sent')
    expect(await rowOf()).toMatchObject({ charged: chargedKobo })
    expect(await available()).toBe(String(20_000_000n - chargedKobo))
  })

  it('is free while money out is frozen', async () => {
    await jara.database.query('update users set frozen_at = $1', [jara.clock.now()])
    expect(await sendSms(jara.deps, alert)).toBe('sent')
    expect([sent(), await available()]).toEqual([1, '20000000'])
  })

  it('goes to nobody who has no number, and nowhere where none is offered', async () => {
    expect(await sendSms({ ...jara.deps, sms: null }, alert)).toBe('off')
    await jara.database.query('delete from alert_phones')
    expect(await sendSms(jara.deps, alert)).toBe('off')
  })

  it('is not begun while money is suspended', async () => {
    const stop = { id: jara.deps.newId('stp'), reason: 'books', detail: 'a test', since: null } as const
    await jara.database.transaction((tx) => suspendMoney(tx, { ...stop, stoppedAt: jara.clock.now() }))
    expect(await sendSms(jara.deps, alert)).toBe('later')
    expect([sent(), await rowOf()]).toEqual([0, undefined])
  })

  it('is not sent again to somebody who has declined in the meantime', async () => {
    await fault('send', 'down')
    await sendSms(jara.deps, alert)
    await jara.database.query('delete from alert_phones')
    later()
    expect(await sendSms(jara.deps, alert)).toBe('given-up')
    expect(sent()).toBe(0)
  })

  it('is in the statement with its words and balance', async () => {
    await sendSms(jara.deps, alert)
    const { lines } = await readStatement(jara.deps, alert.userId, { from: '2026-11-01', to: '2026-12-31' })
    expect(lines.find(({ kind }) => kind === 'sms')).toMatchObject({ title: 'SMS alert', totalKobo: -600n })
  })
})
