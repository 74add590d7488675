import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { ALERT_GIVEN_UP_MS } from '#contract/alert-limits.ts'
import type { UserId } from '#contract/ids.ts'
import { addAlert } from '#server/outbox/alerts/add-alert.ts'
import type { NewAlert } from '#server/outbox/alerts/alert.ts'
import { claimOne, complete, FenceLostError, LEASE_MS, TRIES_BEFORE_GIVEN_UP } from '#server/platform/jobs/queue.ts'
import { type Accounts, startAccounts } from '#tests/support/accounts.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { Died, lifeUntil, mortalDatabase } from '#tests/support/mortal.ts'
import type { Delivery, OutgoingAlert } from './channel.ts'
import { type Channels, sendAlerts } from './send-alerts.ts'

const ADA = `usr_${'a'.repeat(35)}` as UserId
const SUBJECT = 'cas_1'
const STATEMENTS_MAX = 30

describe.each(featureDatabases)('an alert on %s', (kind) => {
  let fresh: FreshDatabase
  let accounts: Accounts
  /** What each channel showed, in order. */
  let shown: { channel: string; seq: number }[]
  let answer: Record<keyof Channels, Delivery>

  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    accounts = await startAccounts(fresh.database)
    shown = []
    answer = { email: 'sent', push: 'sent', sms: 'sent' }
    await fresh.database.query(
      `insert into users (id, email, full_name, password_hash, created_at, new_since)
       values ($1, 'ada@example.com', 'Ada Obi', '$argon2id$x', $2, $2)`,
      [ADA, accounts.clock.now()],
    )
  })
  afterEach(() => fresh.drop())

  const channel =
    (name: keyof Channels) =>
    async (_: unknown, { alert }: OutgoingAlert) => {
      if (answer[name] === 'sent' || answer[name] === 'later') shown.push({ channel: name, seq: alert.seq })
      return answer[name]
    }
  const channels: Channels = { email: channel('email'), push: channel('push'), sms: channel('sms') }
  const MONEY: NewAlert = {
    userId: ADA,
    kind: 'money-in',
    subjectId: SUBJECT,
    facts: { transactionId: 'txn_1' as never, amountKobo: '500000', name: 'Chidi Eze' },
  }
  const BACK: NewAlert = { ...MONEY, kind: 'money-in-taken-back' } as NewAlert
  const make = (alert: NewAlert) => fresh.database.transaction((tx) => addAlert(tx, accounts.deps, alert))
  const states = () =>
    fresh.database.query<{ email: string }>(
      'select seq, email_state as email, push_state as push, sms_state as sms from alerts where user_id = $1 order by seq',
      [ADA],
    )
  const set = (text: string, ...params: unknown[]) => fresh.database.query(text, [ADA, accounts.clock.now(), ...params])

  /** Runs the subject's due job once; null when there is none. Returns the wait until the job is due again, ms. */
  async function work(deps = accounts.deps, by = channels): Promise<number | 'done' | null> {
    const now = accounts.clock.now()
    const [due] = await fresh.database.query("select 1 from jobs where kind = 'alert' and due_at <= $1", [now])
    const claim = due === undefined ? null : await claimOne(fresh.database, now, 'alert', SUBJECT)
    if (claim === null) return null
    const result = await sendAlerts(deps, claim, by)
    if (result === 'done') await complete(fresh.database, claim, now)
    const [left] = await fresh.database.query<{ at: Date }>(
      "select due_at as at from jobs where kind = 'alert' and subject_id = $1",
      [SUBJECT],
    )
    return left === undefined ? 'done' : left.at.getTime() - now.getTime()
  }

  it('goes out once in each channel that is on', async () => {
    await make(MONEY)
    expect(await work()).toBe('done')
    expect(shown.map((each) => each.channel).sort()).toEqual(['email', 'push', 'sms'])
    expect(await states()).toEqual([{ seq: 1, email: 'sent', push: 'sent', sms: 'sent' }])
    expect(await work()).toBeNull()
  })

  it('is said once, however often it is made', async () => {
    await make(MONEY)
    await work()
    await make(MONEY)
    expect(await work()).toBe('done')
    expect(shown).toHaveLength(3)
    expect(await states()).toHaveLength(1)
  })

  it('of a transaction that is rolled back does not exist', async () => {
    const rolledBack = fresh.database.transaction(async (tx) => {
      await addAlert(tx, accounts.deps, MONEY)
      throw new Error('and then something went wrong')
    })
    await expect(rolledBack).rejects.toThrow('something went wrong')
    expect(await work()).toBeNull()
    expect(await states()).toEqual([])
  })

  it('that still waits when a newer one is made is dropped, and the newer one goes out', async () => {
    answer.email = 'later'
    await make(MONEY)
    expect(await work()).toBe(2_000)
    answer.email = 'sent'
    await make(BACK)
    expect(await work()).toBe('done')
    expect(await states()).toEqual([
      { seq: 1, email: 'dropped', push: 'sent', sms: 'sent' },
      { seq: 2, email: 'sent', push: 'sent', sms: 'sent' },
    ])
  })

  it('made while an older one goes out is not lost', async () => {
    await make(MONEY)
    const email = channels.email
    const during: Channels = {
      ...channels,
      email: async (deps, outgoing) => {
        if (outgoing.alert.seq === 1) await make(BACK)
        return await email(deps, outgoing)
      },
    }
    expect(await work(accounts.deps, during)).toBe(0)
    expect(await work(accounts.deps, during)).toBe('done')
    expect((await states()).map((each) => each.email)).toEqual(['sent', 'sent'])
  })

  it('that another worker has taken over is written about by that one alone', async () => {
    await make(MONEY)
    const takenOver: Channels = {
      ...channels,
      push: async () => {
        accounts.clock.advance(LEASE_MS)
        expect(await claimOne(fresh.database, accounts.clock.now(), 'alert', SUBJECT)).not.toBeNull()
        return 'sent'
      },
    }
    await expect(work(accounts.deps, takenOver)).rejects.toThrow(FenceLostError)
    expect(await states()).toEqual([{ seq: 1, email: 'waiting', push: 'waiting', sms: 'waiting' }])
  })

  it('waits ever longer for a channel that does not take it, and asks the others no more', async () => {
    answer.push = 'later'
    await make(MONEY)
    const pauses: unknown[] = []
    for (let tries = 0; tries < 5; tries++) {
      const pauseMs = await work()
      pauses.push(pauseMs)
      accounts.clock.advance(Number(pauseMs))
    }
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000])
    expect(shown.filter((each) => each.channel !== 'push')).toHaveLength(2)
  })

  it('that reached nobody for a day is given up, and stays in the inbox', async () => {
    answer.sms = 'later'
    await make(MONEY)
    for (let tries = 1; tries < TRIES_BEFORE_GIVEN_UP; tries++) accounts.clock.advance(Number(await work()))
    accounts.clock.advance(ALERT_GIVEN_UP_MS + 1)
    expect(await work()).toBe('done')
    expect(await states()).toEqual([{ seq: 1, email: 'sent', push: 'sent', sms: 'given-up' }])
  })

  it('that a clock a day behind has dated goes out, and is tried again as often as any', async () => {
    answer.sms = 'later'
    accounts.clock.advance(-ALERT_GIVEN_UP_MS)
    await make(MONEY)
    accounts.clock.advance(ALERT_GIVEN_UP_MS + 1)
    for (let tries = 1; tries < TRIES_BEFORE_GIVEN_UP; tries++) accounts.clock.advance(Number(await work()))
    expect(await states()).toEqual([{ seq: 1, email: 'sent', push: 'sent', sms: 'waiting' }])
    await work()
    expect(await states()).toEqual([{ seq: 1, email: 'sent', push: 'sent', sms: 'given-up' }])
  })

  it('goes to no channel that its owner has switched off', async () => {
    await set(`insert into alert_settings values ($1, 'money', 'email', false, $2)`)
    await make(MONEY)
    await work()
    expect(await states()).toEqual([{ seq: 1, email: 'off', push: 'sent', sms: 'sent' }])
    expect(shown.map((each) => each.channel)).not.toContain('email')
  })

  it('of a closed account goes nowhere', async () => {
    await set('update users set closed_at = $2 where id = $1')
    await make(MONEY)
    expect(await work()).toBe('done')
    expect(shown).toEqual([])
    expect(await states()).toEqual([{ seq: 1, email: 'dropped', push: 'dropped', sms: 'dropped' }])
  })

  test.each([
    ['money', MONEY, 'done'],
    [
      'an answer of support',
      { userId: ADA, kind: 'case-answer', subjectId: SUBJECT, facts: { trackingNumber: 'JR-1' } } as NewAlert,
      // From 22:30 until 06:00 in Lagos.
      7.5 * 60 * 60_000,
    ],
  ] as const)('about %s in quiet hours', async (_, alert, outcome) => {
    accounts.clock.set(new Date('2026-11-25T21:30:00Z'))
    await set(`insert into alert_preferences values ($1, false, 1320, 360, $2)`)
    await make(alert)
    expect(await work()).toBe(outcome)
    expect(shown.length > 0).toBe(outcome === 'done')
  })

  it('is neither lost nor overtaken wherever the process ends', async () => {
    for (let point = 1; point <= STATEMENTS_MAX; point++) {
      const subject = { ...MONEY, userId: ADA }
      await fresh.database.query('delete from alerts')
      await fresh.database.query("delete from jobs where kind = 'alert'")
      shown = []
      await make(subject)
      await make(BACK)
      const database = mortalDatabase(fresh.database, lifeUntil(point))
      const outcome = await work({ ...accounts.deps, database }).catch((error: unknown) => error)
      if (outcome === 'done') return
      expect(outcome).toBeInstanceOf(Died)
      // The lease expires, and another worker takes over.
      accounts.clock.advance(60_000)
      expect(await work()).toBe('done')
      expect(shown.every(({ seq }) => seq === 2)).toBe(true)
      expect(new Set(shown.map((each) => each.channel)).size).toBe(3)
      expect(await states()).toEqual([
        { seq: 1, email: 'dropped', push: 'dropped', sms: 'dropped' },
        { seq: 2, email: 'sent', push: 'sent', sms: 'sent' },
      ])
    }
    throw new Error('it never came to an end')
  })

  test.each([
    ["update alerts set facts = '{}'", 'facts'],
    ["update alerts set email_state = 'waiting'", 'a channel'],
    ['update alerts set seen_at = null', 'that it was seen'],
  ])('is refused a change of %s', async (text) => {
    await make(MONEY)
    await work()
    await set('update alerts set seen_at = $2 where user_id = $1')
    await expect(fresh.database.query(text)).rejects.toThrow('an alert stays what it was')
  })
})
