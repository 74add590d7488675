import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lagosDay } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { createWorker } from '#server/outbox/jobs/worker.ts'
import type { Mailer } from '#server/platform/email/email.ts'
import { MailError } from '#server/platform/email/smtp-mailer.ts'
import { claimDue, claimOne, LEASE_MS, TRIES_BEFORE_GIVEN_UP } from '#server/platform/jobs/queue.ts'
import { type Accounts, startAccounts } from '#tests/support/accounts.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import type { EmailComposers } from './email-kinds.ts'
import { queueEmail } from './queue-email.ts'
import { sendEmail } from './send-email.ts'

const EMAIL = 'adaeze.okonkwo@example.com'
const CODE = '824-913'
const HOUR_MS = 60 * 60_000

const nobody = async () => null
const WRITERS: EmailComposers = {
  'second-step-code': async ({ email, code }) => ({
    to: email,
    subject: 'Sign in',
    text: `Your code is ${code}.`,
    html: `<p>${code}`,
  }),
  'email-code': nobody,
  'password-reset': nobody,
  'visitor-code': nobody,
  'visitor-answer': nobody,
  'account-event': nobody,
  alarm: nobody,
}

type Sent = Parameters<Mailer['send']>[0]
/** What happens to an email, whether or not the mail server has seen it. */
type Way = 'taken on' | 'never seen' | 'taken on without a word' | 'refused for good' | 'refused because of us'

const REFUSALS = {
  'refused for good': { command: 'RCPT TO', status: 550, enhanced: '5.1.1', about: 'reader' },
  'refused because of us': { command: 'MAIL FROM', status: 550, enhanced: '4.7.1', about: 'us' },
} as const

describe.each(featureDatabases)('an email on %s', (kind) => {
  let fresh: FreshDatabase
  let accounts: Accounts
  let seen: Sent[]
  let way: Way
  let onItsWay: () => Promise<unknown>
  let deps: Deps
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    accounts = await startAccounts(fresh.database)
    seen = []
    way = 'taken on'
    onItsWay = async () => undefined
    const mailer: Mailer = {
      async send(email) {
        if (way === 'taken on' || way === 'taken on without a word') seen.push(email)
        await onItsWay()
        if (way === 'refused for good' || way === 'refused because of us') {
          throw new MailError('EENVELOPE', REFUSALS[way])
        }
        if (way !== 'taken on') throw new MailError('ECONNECTION', null)
      },
    }
    deps = { ...accounts.deps, mailer }
  })
  afterEach(() => fresh.drop())

  const work = () =>
    createWorker(deps, { ...jobHandlers(deps), email: (claim) => sendEmail(deps, claim, WRITERS) }).runDue()
  const queueCode = () =>
    fresh.database.transaction((tx) =>
      queueEmail(tx, deps, { userId: null, kind: 'second-step-code', content: { email: EMAIL, code: CODE } }),
    )
  async function status() {
    const [mail] = await fresh.database.query<{ state: string; box: Uint8Array | null; done_at: Date | null }>(
      'select state, box, done_at from emails',
    )
    return { state: mail?.state, isEmpty: mail?.box === null, doneAt: mail?.done_at ?? null }
  }
  async function dueAfterMs(): Promise<number | null> {
    const [row] = await fresh.database.query<{ due_at: Date }>("select due_at from jobs where kind = 'email'")
    return row === undefined ? null : row.due_at.getTime() - accounts.clock.now().getTime()
  }
  const alarms = () => fresh.database.query('select kind, subject_id, detail from alarms')
  const WAITING = { state: 'waiting', isEmpty: false, doneAt: null }

  it('is sent once, and its box is emptied', async () => {
    await queueCode()
    expect(await status()).toEqual(WAITING)
    await work()
    await work()
    const id = expect.stringMatching(/^mai_[0-9a-z]{35}$/)
    expect(seen).toEqual([{ id, to: EMAIL, subject: 'Sign in', text: `Your code is ${CODE}.`, html: `<p>${CODE}` }])
    expect(await status()).toEqual({ state: 'sent', isEmpty: true, doneAt: accounts.clock.now() })
    expect(await dueAfterMs()).toBeNull()
  })

  it('of a transaction that is rolled back is never sent', async () => {
    const rolledBack = fresh.database.transaction(async (tx) => {
      await queueEmail(tx, deps, { userId: null, kind: 'second-step-code', content: { email: EMAIL, code: CODE } })
      throw new Error('and then something went wrong')
    })
    await expect(rolledBack).rejects.toThrow('something went wrong')
    await work()
    expect(seen).toEqual([])
  })

  it('lies in the database so that nobody reads it there', async () => {
    await queueCode()
    const [row] = await fresh.database.query<{ box: Uint8Array }>('select box from emails')
    const box = Buffer.from(row?.box ?? []).toString('latin1')
    expect(box).not.toContain(EMAIL)
    expect(box).not.toContain(CODE)
  })

  it('that there is nobody to write to is dropped, and its box is emptied', async () => {
    await fresh.database.transaction((tx) =>
      queueEmail(tx, deps, { userId: null, kind: 'password-reset', content: { email: EMAIL } }),
    )
    await work()
    expect(seen).toEqual([])
    expect(await status()).toEqual({ state: 'dropped', isEmpty: true, doneAt: accounts.clock.now() })
  })

  it('waits ever longer while the mail server is down, 15 minutes at most, and goes when it is back', async () => {
    way = 'never seen'
    await queueCode()
    const pauses: (number | null)[] = []
    for (let tries = 0; tries < 11; tries++) {
      await work()
      const pauseMs = await dueAfterMs()
      pauses.push(pauseMs)
      accounts.clock.advance((pauseMs ?? 0) - 1)
      await work()
      expect(await dueAfterMs()).toBe(1)
      accounts.clock.advance(1)
    }
    expect(pauses).toEqual([4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900].map((seconds) => seconds * 1_000))
    expect(await status()).toEqual(WAITING)
    way = 'taken on'
    await work()
    expect(seen).toHaveLength(1)
    expect(await status()).toMatchObject({ state: 'sent', isEmpty: true })
  })

  it('is given up after 24 hours, and its box is emptied', async () => {
    way = 'never seen'
    await queueCode()
    accounts.clock.advance(24 * HOUR_MS)
    for (let tries = 1; tries < TRIES_BEFORE_GIVEN_UP; tries++) {
      await work()
      expect(await status()).toEqual(WAITING)
      accounts.clock.advance(15 * 60_000)
    }
    await work()
    expect(await status()).toEqual({ state: 'given-up', isEmpty: true, doneAt: accounts.clock.now() })
    expect(await dueAfterMs()).toBeNull()
    way = 'taken on'
    accounts.clock.advance(HOUR_MS)
    await work()
    expect(seen).toEqual([])
  })

  it('that the mail server refuses for good is given up at once', async () => {
    way = 'refused for good'
    await queueCode()
    await work()
    expect(await status()).toEqual({ state: 'given-up', isEmpty: true, doneAt: accounts.clock.now() })
    expect(await dueAfterMs()).toBeNull()
    expect(await alarms()).toEqual([])
  })

  it('that is refused because of us waits, goes once we are accepted, and raises one alarm a day', async () => {
    way = 'refused because of us'
    await queueCode()
    for (let tries = 0; tries < 3; tries++) {
      await work()
      expect(await status()).toEqual(WAITING)
      accounts.clock.advance((await dueAfterMs()) ?? 0)
    }
    expect(await alarms()).toEqual([
      {
        kind: 'email-refused',
        subject_id: `MAIL FROM 550 4.7.1 ${lagosDay(accounts.clock.now())}`,
        detail:
          'The mail server refuses our emails, MAIL FROM 550 4.7.1: it does not accept our sender, or not so many emails',
      },
    ])
    way = 'taken on'
    await work()
    expect(seen).toHaveLength(1)
    expect(await status()).toMatchObject({ state: 'sent', isEmpty: true })
  })

  it('whose fate nobody knows is sent again under the same id', async () => {
    way = 'taken on without a word'
    await queueCode()
    await work()
    expect(await status()).toEqual(WAITING)
    way = 'taken on'
    accounts.clock.advance(4_000)
    await work()
    expect(seen).toHaveLength(2)
    expect(seen[1]).toEqual(seen[0])
    expect(await status()).toMatchObject({ state: 'sent', isEmpty: true })
  })

  it('is sent again when the process ends before it could note that it was sent', async () => {
    await queueCode()
    const [row] = await fresh.database.query<{ subject_id: string }>('select subject_id from jobs')
    const claim = await claimOne(fresh.database, accounts.clock.now(), 'email', row?.subject_id ?? '')
    if (claim === null) throw new Error('nothing to do')
    const noMore = { ...fresh.database, transaction: () => Promise.reject(new Error('the process is gone')) }
    await expect(sendEmail({ ...deps, database: noMore }, claim, WRITERS)).rejects.toThrow('the process is gone')
    await work()
    expect(seen).toHaveLength(1)
    accounts.clock.advance(LEASE_MS)
    await work()
    expect(seen).toHaveLength(2)
    expect(seen[1]?.id).toBe(seen[0]?.id)
    expect(await status()).toMatchObject({ state: 'sent', isEmpty: true })
  })

  it('that another worker has taken over is written about by that one alone', async () => {
    await queueCode()
    onItsWay = async () => {
      accounts.clock.advance(LEASE_MS)
      expect(await claimDue(fresh.database, accounts.clock.now(), 1)).toHaveLength(1)
    }
    await work()
    expect(seen).toHaveLength(1)
    expect(await status()).toEqual(WAITING)
    onItsWay = async () => undefined
    accounts.clock.advance(LEASE_MS)
    await work()
    expect(seen).toHaveLength(2)
    expect(await status()).toMatchObject({ state: 'sent', isEmpty: true })
  })

  it('that is not sent leaves its id, its kind and a code in the log, and nothing of what it says', async () => {
    way = 'never seen'
    await queueCode()
    for (let tries = 1; tries <= TRIES_BEFORE_GIVEN_UP; tries++) {
      await work()
      accounts.clock.advance(25 * HOUR_MS)
    }
    const lines = accounts.logLines.filter((line) => line.includes('an email was not sent'))
    expect([lines[0], lines.at(-1)].map((line) => JSON.parse(line ?? ''))).toMatchObject([
      {
        mail: 'second-step-code',
        mailId: expect.stringMatching(/^mai_/),
        givenUp: false,
        err: { message: 'ECONNECTION' },
      },
      { givenUp: true },
    ])
    const all = accounts.logLines.join('')
    for (const secret of [EMAIL, 'adaeze', CODE, 'Sign in', 'Your code is']) expect(all).not.toContain(secret)
  })
})
