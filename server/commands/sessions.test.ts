import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SESSION_LIFETIME_MS } from '#contract/constants.ts'
import type { UncheckedWhose } from '#server/identity/accounts/find-account.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import {
  confirmEndingAll,
  countOpenSessions,
  endEveryonesSessions,
  endSessionsByOperator,
  requestEndingAll,
  workEndingAll,
} from '#server/identity/sessions/operate-sessions.ts'
import { keepSecretCheck } from '#server/platform/crypto/secret-check.ts'
import { type Accounts, newPerson, type Person, startAccounts } from '#tests/support/accounts.ts'
import { bringIn, passphraseOf, runCommand } from '#tests/support/commands.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { operatorNamed } from '#tests/support/operators.ts'

const BY = 'Ngozi Eze'
const REASON = 'Cookies of his laptop were stolen'
const SUBJECT = 'Jara: you were signed out'
/** The secret of the accounts under test; see startAccounts. */
const SECRET = Buffer.alloc(32, 7)

describe.each(featureDatabases)('the sessions that an operator ends on %s', (kind) => {
  let fresh: FreshDatabase
  let accounts: Accounts
  let ada: Person
  let obi: Person
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    accounts = await startAccounts(fresh.database)
    ada = await newPerson(accounts)
    obi = await newPerson(accounts)
  })
  afterEach(() => fresh.drop())

  const end = async (whose: UncheckedWhose, uncheckedReason = REASON) =>
    endSessionsByOperator(accounts.deps, {
      whose,
      operator: await operatorNamed(fresh.database, BY),
      uncheckedReason,
    })
  const askForAll = async (uncheckedReason = REASON) =>
    await requestEndingAll(accounts.deps, { uncheckedReason, by: await operatorNamed(fresh.database, BY) })
  /** Confirms as a second operator. Returns the job that ends the sessions. */
  async function confirmAll(id: string, name = 'Bayo Ade') {
    const request = await readRequest(accounts.deps, id, ['end-all-sessions'])
    const by = await operatorNamed(fresh.database, name)
    return { subjectId: id, ...(await confirmEndingAll(accounts.deps, { request, by })) }
  }
  const endAll = async () => await endEveryonesSessions(accounts.deps, (await confirmAll(await askForAll())).until)
  const statusOf = async (person: Person) => (await person.browser.send('GET', '/api/me')).statusCode
  const told = async (person: Person) =>
    (await accounts.emailsTo(person.email)).filter(({ subject }) => subject === SUBJECT)
  const open = () => countOpenSessions(accounts.deps)

  it.each([
    ['email, in any letter case', () => ({ email: ada.email.toUpperCase() })],
    ['id', () => ({ user: ada.session.userId })],
  ])('are those of one person by %s: the cookie opens nothing more, and nobody else is touched', async (_, whose) => {
    expect(await open()).toEqual({ sessions: 2, people: 2 })
    expect(await end(whose())).toEqual({ sessions: 1, people: 1 })
    expect([await statusOf(ada), await statusOf(obi)]).toEqual([401, 200])
    expect(await open()).toEqual({ sessions: 1, people: 1 })
    expect((await ada.browser.signIn(ada.email)).statusCode).toBe(200)
  })

  it('are everybody’s once two operators agreed, each notified once, one email after the other', async () => {
    expect(await endAll()).toEqual({ sessions: 2, people: 2 })
    expect([await statusOf(ada), await statusOf(obi)]).toEqual([401, 401])
    expect((await told(ada)).length + (await told(obi)).length).toBe(1)
    accounts.clock.advance(50)
    expect([await told(ada), await told(obi)].map(({ length }) => length)).toEqual([1, 1])
    expect(await endAll()).toEqual({ sessions: 0, people: 0 })
    accounts.clock.advance(1_000)
    expect([await told(ada), await told(obi)].map(({ length }) => length)).toEqual([1, 1])
  })

  it('are everybody’s by two alone: nothing ends before, and not by the one who asked', async () => {
    const id = await askForAll()
    expect([await statusOf(ada), await statusOf(obi)]).toEqual([200, 200])
    await expect(confirmAll(id, BY)).rejects.toThrow('two different people')
    await workEndingAll(accounts.deps, { subjectId: id })
    expect([await statusOf(ada), await statusOf(obi)]).toEqual([200, 200])
    await confirmAll(id)
    await expect(confirmAll(id)).rejects.toThrow('confirmed already')
    const alarms = await accounts.deps.database.query<{ detail: string }>(
      `select detail from alarms where kind = 'sessions-ended'`,
    )
    expect(alarms.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(
        `^Ngozi Eze \\(opr_\\w+\\) and Bayo Ade \\(opr_\\w+\\) ended the sessions of everybody: ${REASON}$`,
      ),
    ])
  })

  it('are those that had begun when two agreed, however often the job runs: a new sign-in stays', async () => {
    const { subjectId, until } = await confirmAll(await askForAll())
    const jobs = await fresh.database.query('select subject_id from jobs where kind = $1', ['end-all-sessions'])
    expect(jobs).toEqual([{ subject_id: subjectId }])
    expect(until).toEqual(accounts.clock.now())
    accounts.clock.advance(1_000)
    await workEndingAll(accounts.deps, { subjectId })
    expect([await statusOf(ada), await statusOf(obi)]).toEqual([401, 401])
    await ada.browser.signIn(ada.email)
    await workEndingAll(accounts.deps, { subjectId })
    expect([await statusOf(ada), await statusOf(obi)]).toEqual([200, 401])
  })

  it('are reported to their owner by an email with a freeze link, and in the app', async () => {
    await end({ email: ada.email })
    expect((await told(ada))[0]?.text).toMatch(/If you find something you did not do, freeze your account.+\/freeze#/)
    await ada.browser.signIn(ada.email)
    const { events } = (await ada.browser.send('GET', '/api/account-events')).json()
    expect(events).toContainEqual(expect.objectContaining({ kind: 'sessions-ended', browser: null }))
  })

  it('end while locked too; those that ran out are not ended once more, and tell nobody', async () => {
    await ada.browser.send('POST', '/api/lock')
    expect(await end({ user: ada.session.userId })).toEqual({ sessions: 1, people: 1 })
    accounts.clock.advance(SESSION_LIFETIME_MS)
    expect(await endAll()).toEqual({ sessions: 0, people: 0 })
    expect(await told(obi)).toEqual([])
  })

  it('say who ended them and why, which stays as an alarm', async () => {
    await end({ user: ada.session.userId })
    const at = accounts.clock.now().toISOString()
    const rows = await accounts.deps.database.query(
      `select subject_id, detail from alarms where kind = 'sessions-ended'`,
    )
    const whose = ada.session.userId
    expect(rows).toEqual([
      {
        subject_id: `${whose} ${at}`,
        detail: expect.stringMatching(`^Ngozi Eze \\(opr_\\w+\\) ended the sessions of ${whose}: ${REASON}$`),
      },
    ])
  })

  it.each([
    ['nobody', {}, REASON, 'whose?'],
    ['two at once', { email: 'a@example.com', user: 'usr_1' }, REASON, 'whose?'],
    ['an email without an account', { email: 'nobody@example.com' }, REASON, 'no open account has this email'],
    ['an id of nobody', { user: `usr_${'0'.repeat(35)}` }, REASON, 'no open account has this id'],
    ['an id of something else', { user: 'ses_1' }, REASON, '--user needs'],
    ['no reason', { email: 'a@example.com' }, 'why not', 'Give a reason'],
  ])('are not ended for %s', async (_, whose, why, reason) => {
    await expect(end(whose, why)).rejects.toThrow(reason)
    expect([await statusOf(ada), await statusOf(obi)]).toEqual([200, 200])
    expect(await accounts.deps.database.query('select 1 from alarms')).toEqual([])
  })
})

describe.each(featureDatabases.filter((kind) => kind === 'postgres'))('npm run sessions on %s', (kind) => {
  let fresh: FreshDatabase
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
  })
  afterEach(() => fresh.drop())

  it('counts and ends them while Jara runs, and tells open pages; with another secret or passphrase it does nothing', async () => {
    // The command does not use the test's clock: sessions it counts as open must have begun now.
    const accounts = await startAccounts(fresh.database)
    accounts.clock.set(new Date())
    const { browser, email } = await newPerson(accounts)
    await keepSecretCheck(fresh.database, SECRET, accounts.clock.now())
    const heard: string[] = []
    // The payload starts with the name of the node.
    const stop = await fresh.database.listen('jara_events', (payload) => heard.push(payload.replace(/^\S+ /, '')))
    const env = { DATABASE_URL: fresh.url ?? '', JARA_SECRET: SECRET.toString('hex') }
    await bringIn(env, BY, 'Bayo Ade')
    const passphrase = `${passphraseOf(BY)}\n`
    const words = ['end', '--email', email, '--by', BY, '--reason', REASON]

    expect(await runCommand('sessions', env, ['status'])).toMatchObject({
      code: 0,
      out: 'open: 1 session, of 1 person\n',
    })
    const other = await runCommand('sessions', { ...env, JARA_SECRET: 'ab'.repeat(32) }, words, passphrase)
    expect(other).toMatchObject({ code: 1, err: expect.stringContaining('is not the secret that this database') })
    expect((await browser.send('GET', '/api/me')).statusCode).toBe(200)

    const stranger = await runCommand('sessions', env, words, 'not the passphrase of anybody\n')
    expect(stranger).toMatchObject({ code: 1, err: expect.stringContaining('no operator has this name') })
    expect((await browser.send('GET', '/api/me')).statusCode).toBe(200)
    await fresh.database.query('delete from sign_in_throttles')

    const run = await runCommand('sessions', env, words, passphrase)
    expect(run).toMatchObject({ code: 0, out: expect.stringMatching(/^ended: 1 session, of 1 person/) })
    expect((await browser.send('GET', '/api/me')).statusCode).toBe(401)
    await expect.poll(() => heard.map((each) => JSON.parse(each).event)).toContainEqual({ topics: ['session'] })
    accounts.clock.set(new Date())
    expect((await accounts.emailsTo(email)).map(({ subject }) => subject)).toContain(SUBJECT)
    await stop()

    await browser.signIn(email)
    const all = await runCommand('sessions', env, ['end', '--all', '--by', BY, '--reason', REASON], passphrase)
    expect(all).toMatchObject({ code: 0, out: expect.stringContaining('nothing is done yet') })
    const [id = ''] = all.out.match(/orq_\w+/) ?? []
    expect((await browser.send('GET', '/api/me')).statusCode).toBe(200)
    const alone = await runCommand('sessions', env, ['confirm', id, '--by', BY], passphrase)
    expect(alone).toMatchObject({ code: 1, err: expect.stringContaining('two different people') })
    const second = ['confirm', id, '--by', 'Bayo Ade']
    const both = await runCommand('sessions', env, second, `${passphraseOf('Bayo Ade')}\n`)
    expect(both).toMatchObject({ code: 0, out: expect.stringMatching(/ended: 1 session, of 1 person/) })
    expect((await browser.send('GET', '/api/me')).statusCode).toBe(401)
  })
})

describe('npm run sessions', () => {
  it('explains itself, and asks for what it needs', async () => {
    expect(await runCommand('sessions', {}, ['--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('npm run sessions --'),
    })
    expect(await runCommand('sessions', {}, ['stop'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('status, end or confirm?'),
    })
  })
})
