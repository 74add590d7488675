import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RECOVERY_WAIT_MS } from '#contract/constants.ts'
import type { RecoveryId } from '#contract/ids.ts'
import { REQUEST_LIVES_MS } from '#server/identity/operators/requests.ts'
import { type Accounts, newBrowser, newPerson, type Person, startAccounts } from '#tests/support/accounts.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import { type AuthenticatorApp, addApp, beginSignIn, finishSignIn } from '#tests/support/second-step.ts'
import {
  confirmRecovery,
  listRecoveries,
  openRecovery,
  readUnconfirmed,
  stopRecoveryByOperator,
} from './operate-recoveries.ts'

const NEW_EMAIL = 'new-mailbox@example.com'
const REASON = 'He showed his passport and named three payments'

describe.each(featureDatabases)('the recovery of an account on %s', (kind) => {
  let fresh: FreshDatabase
  let accounts: Accounts
  let ada: Person
  let app: AuthenticatorApp
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    accounts = await startAccounts(fresh.database)
    ada = await newPerson(accounts)
    app = await addApp(accounts, ada.browser)
  })
  afterEach(() => fresh.drop())

  const open = async (by = 'Ngozi Eze', over: { email?: string; newEmail?: string; reason?: string } = {}) =>
    openRecovery(accounts.deps, {
      uncheckedEmail: over.email ?? ada.email,
      uncheckedNewEmail: over.newEmail ?? NEW_EMAIL,
      uncheckedReason: over.reason ?? REASON,
      by: await operatorNamed(fresh.database, by),
    })
  async function confirm(id: RecoveryId, by = 'Bayo Ade'): Promise<void> {
    const { request } = await readUnconfirmed(accounts.deps, id)
    await confirmRecovery(accounts.deps, { request, by: await operatorNamed(fresh.database, by) })
  }
  const status = async () => (await listRecoveries(accounts.deps.database))[0]
  /** Lets time pass and runs the due jobs. */
  async function pass(ms: number): Promise<void> {
    accounts.clock.advance(ms)
    await accounts.worker.runDue()
  }
  const linkTo = async (email: string) =>
    (await accounts.emailsTo(email)).flatMap(({ text }) => text.match(/\/reset-password#(\S+)/)?.[1] ?? []).at(-1)
  /** A full sign-in on the owner's device, with the app's next code. */
  async function signIn(): Promise<number> {
    accounts.clock.advance(30_000)
    const { token } = await beginSignIn(ada.browser, ada.email)
    return (await finishSignIn(ada.browser, token, { by: 'authenticator', code: app.code() })).statusCode
  }
  const subjectsTo = async (email: string) => (await accounts.emailsTo(email)).map(({ subject }) => subject)

  test('takes two people and three days; then a link goes to the new mailbox, and nothing from before opens', async () => {
    const id = await open()
    await pass(REQUEST_LIVES_MS - 1)
    expect(await status()).toMatchObject({ announcedAt: null, doneAt: null })
    await confirm(id)
    await pass(0)
    expect(await subjectsTo(ada.email)).toContain('Jara: somebody is asking for your account')
    expect(await subjectsTo(NEW_EMAIL)).toEqual(['Jara: somebody is asking for your account'])
    expect((await accounts.emailsTo(NEW_EMAIL)).at(-1)?.text).not.toContain('/freeze#')
    await pass(RECOVERY_WAIT_MS - 1)
    expect(await status()).toMatchObject({ doneAt: null })
    expect(await linkTo(NEW_EMAIL)).toBeUndefined()

    await pass(1)
    expect(await status()).toMatchObject({ doneAt: accounts.clock.now() })
    await pass(0)
    const token = await linkTo(NEW_EMAIL)
    expect(await subjectsTo(ada.email)).toContain('Jara: your account was recovered')
    expect((await ada.browser.send('GET', '/api/me')).statusCode).toBe(401)
    const [left] = await fresh.database.query<{ devices: number; newSince: Date }>(
      `select new_since as "newSince",
         (select count(*)::int from devices d where d.user_id = u.id and d.revoked_at is null) as devices
       from users u where lower(email) = $1`,
      [NEW_EMAIL],
    )
    expect(left).toEqual({ devices: 0, newSince: accounts.clock.now() })
    const stranger = await newBrowser(accounts)
    const reset = await stranger.send('PUT', '/api/password-resets', { token, newPassword: 'short zebras wake early' })
    expect(reset.statusCode).toBe(204)
    const step = await beginSignIn(stranger, NEW_EMAIL, 'short zebras wake early')
    expect(step.methods).toEqual(['email'])
  })

  test('is stopped by a full sign-in, and by the link in an email, and its owner is notified', async () => {
    await confirm(await open())
    await pass(0)
    expect(await signIn()).toBe(200)
    expect(await status()).toMatchObject({ stoppedBy: 'owner' })
    expect(await subjectsTo(ada.email)).toContain('Jara: the recovery was stopped')

    accounts.clock.advance(1_000)
    await confirm(await open())
    await pass(0)
    const link = (await accounts.emailsTo(ada.email)).flatMap(({ text }) => text.match(/\/freeze#(\S+)/)?.[1] ?? [])
    const answer = await (await newBrowser(accounts)).send('POST', '/api/freeze-links', { token: link.at(-1) })
    expect(answer.statusCode).toBe(204)
    expect(await status()).toMatchObject({ stoppedBy: 'owner', doneAt: null })
    await pass(RECOVERY_WAIT_MS)
    expect(await linkTo(NEW_EMAIL)).toBeUndefined()
    expect(await signIn()).toBe(200)
  })

  test('is not stopped by somebody else who signs in', async () => {
    await confirm(await open())
    await pass(0)
    const bola = await newPerson(accounts)
    accounts.clock.advance(1_000)
    expect((await bola.browser.signIn(bola.email)).statusCode).toBe(200)
    expect(await status()).toMatchObject({ stoppedBy: null, doneAt: null })
  })

  test('is stopped by an operator', async () => {
    const id = await open()
    await confirm(id)
    await stopRecoveryByOperator(accounts.deps, {
      uncheckedId: id,
      by: await operatorNamed(fresh.database, 'Ngozi Eze'),
    })
    await pass(RECOVERY_WAIT_MS)
    expect(await status()).toMatchObject({ stoppedBy: 'operator', announcedAt: null, doneAt: null })
  })

  test.each([
    ['the same person confirms it', 'Ngozi Eze', 'two different people'],
    ['the same person in other letters', 'NGOZI EZE', 'two different people'],
  ])('is not begun when %s', async (_, by, reason) => {
    const id = await open()
    await expect(confirm(id, by)).rejects.toThrow(reason)
    await pass(RECOVERY_WAIT_MS)
    expect(await status()).toMatchObject({ confirmedBy: null, announcedAt: null })
  })

  test('waits a day for the second person, then it is stopped and has to be opened again', async () => {
    const id = await open()
    await pass(REQUEST_LIVES_MS)
    await expect(confirm(id)).rejects.toThrow('too old to be confirmed')
    const by = await operatorNamed(fresh.database, 'Ngozi Eze')
    await stopRecoveryByOperator(accounts.deps, { uncheckedId: id, by })
    await confirm(await open())
  })

  test('shows the second person what was asked for, and that stays so, says the database', async () => {
    const id = await open()
    const { request: _, ...shown } = await readUnconfirmed(accounts.deps, id)
    expect(shown).toEqual({
      userId: expect.stringMatching(/^usr_/),
      email: ada.email,
      newEmail: NEW_EMAIL,
      reason: REASON,
    })
    const other = "update account_recoveries set new_email = 'thief@example.com'"
    await expect(fresh.database.query(other)).rejects.toMatchObject({ code: 'JO007' })
    const alone = "update account_recoveries set confirmed_by = 'Bayo Ade', confirmed_at = now()"
    await expect(fresh.database.query(alone)).rejects.toMatchObject({ code: 'JO006' })
  })

  test('is confirmed once, and only one is open for an account', async () => {
    const id = await open()
    await expect(open()).rejects.toThrow('open already')
    await confirm(id)
    await expect(confirm(id, 'Chidi Obi')).rejects.toThrow('confirmed already')
  })

  test.each([
    ['an email without an account', { email: 'nobody@example.com' }, 'no open account'],
    ['a new email that is none', { newEmail: 'nowhere' }, '--new-email'],
    ['no reason', { reason: 'trust me' }, 'how do you know'],
  ])('is refused for %s', async (_, over, reason) => {
    await expect(open('Ngozi Eze', over)).rejects.toThrow(reason)
  })

  test('changes nothing when somebody else has the new email by then, and operators are alerted', async () => {
    await confirm(await open('Ngozi Eze', { newEmail: 'taken@example.com' }))
    await pass(0)
    await (await newBrowser(accounts)).register({ email: 'taken@example.com' })
    await pass(RECOVERY_WAIT_MS)
    expect(await status()).toMatchObject({ stoppedBy: 'program', doneAt: null })
    const alarms = await accounts.deps.database.query("select 1 from alarms where kind = 'recovery-impossible'")
    expect(alarms).toHaveLength(1)
    expect(await linkTo(ada.email)).toBeUndefined()
  })

  test('cannot be shortened or confirmed by one person, says the database', async () => {
    const { database, clock } = accounts.deps
    await confirm(await open())
    await pass(0)
    await expect(database.query('update account_recoveries set done_at = $1', [clock.now()])).rejects.toMatchObject({
      constraint: 'account_recoveries_waited',
    })
    await expect(database.query("update account_recoveries set confirmed_by = 'ngozi eze'")).rejects.toMatchObject({
      constraint: 'account_recoveries_two_people',
    })
  })
})
