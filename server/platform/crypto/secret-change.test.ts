import crypto from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BpcAnswer } from '#contract/bpc.ts'
import { spendAuthenticatorCode } from '#server/identity/mfa/authenticator.ts'
import { countRecoveryCodes, spendRecoveryCode } from '#server/identity/mfa/recovery-codes.ts'
import { addOperator } from '#server/identity/operators/manage-operators.ts'
import { tryPin } from '#server/identity/pin/try-pin.ts'
import { freezeLink } from '#server/identity/recovery/freeze-link.ts'
import { askForEmailCode, spendEmailCode } from '#server/identity/recovery/prove-email.ts'
import { scheduleReEncryption } from '#server/installation/re-encrypt-secrets.ts'
import { checkBpcCode } from '#server/payments/bpc/check-code.ts'
import {
  type Accounts,
  type Browser,
  cheapHash,
  codeIn,
  newBrowser,
  newPerson,
  PASSWORD,
  type Person,
  startAccounts,
} from '#tests/support/accounts.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { type AuthenticatorApp, addApp, beginSignIn, finishSignIn } from '#tests/support/second-step.ts'
import { keysFrom } from './keys.ts'
import { countByKeys, ensureInstallationSecret, watchSecret } from './secret-change.ts'
import { WrongSecretError } from './secret-check.ts'

const HOUR_MS = 60 * 60_000
const [OLD, NEW, THIRD] = [Buffer.alloc(32, 7), Buffer.alloc(32, 8), Buffer.alloc(32, 9)]

type Owner = Person & { app: AuthenticatorApp; recoveryCodes: string[]; code: string }

describe.each(featureDatabases)("a change of the installation's secret on %s", (kind) => {
  let fresh: FreshDatabase
  let starts: number
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    starts = 0
  })
  afterEach(() => fresh.drop())

  /** Starts the application with these secrets, an hour after the last start. */
  async function startWith(secret: Buffer, before: Buffer | null = null): Promise<Accounts> {
    const keys = keysFrom(secret, before)
    const accounts = await startAccounts(fresh.database, {}, keys)
    accounts.clock.advance(starts++ * HOUR_MS)
    await ensureInstallationSecret(fresh.database, accounts.deps.log, {
      secret,
      before,
      keys,
      now: accounts.clock.now(),
    })
    return accounts
  }
  const reseal = async (accounts: Accounts) => {
    await scheduleReEncryption(fresh.database, accounts.clock.now())
    await accounts.worker.runDue()
  }
  const codeOf = async (browser: Browser) => (await browser.send('GET', '/api/bpc')).json<BpcAnswer>().codes[0]?.code
  /** A person with everything that is kept under keys. */
  async function newOwner(accounts: Accounts): Promise<Owner> {
    const person = await newPerson(accounts)
    const { recoveryCodes, ...app } = await addApp(accounts, person.browser)
    await person.browser.unlock(person.pin)
    return { ...person, app, recoveryCodes: recoveryCodes ?? [], code: (await codeOf(person.browser)) ?? '' }
  }
  /** The same browser, connected to another start of the application. */
  const browserOf = async (accounts: Accounts, { browser }: Person) => await newBrowser(accounts, browser.device)
  /** The authenticator app's clock: it runs from the first start. */
  let startedAtMs: number
  const codeNow = (accounts: Accounts, { app }: Owner) =>
    app.code(Math.floor((accounts.clock.now().getTime() - startedAtMs) / 30_000))
  const spend = (accounts: Accounts, owner: Owner) => {
    const { session } = owner
    const code = codeNow(accounts, owner)
    return fresh.database.transaction((tx) =>
      spendAuthenticatorCode(tx, accounts.deps, { userId: session.userId, code }),
    )
  }
  const recover = (accounts: Accounts, { session: { userId } }: Owner, code = '') =>
    fresh.database.transaction((tx) => spendRecoveryCode(tx, accounts.deps, { userId, code }))

  it('carries everything over that is used, and refuses the rest as what it is', async () => {
    const old = await startWith(OLD)
    startedAtMs = old.clock.now().getTime()
    const [ada, bayo] = [await newOwner(old), await newOwner(old)]
    const operator = { uncheckedName: 'Ngozi Eze', uncheckedPassphrase: 'seven herons wait', by: null }
    await addOperator(old.deps, operator)
    // As stored by versions whose keys had no ids.
    for (const table of ['pins', 'recovery_codes', 'bpc_codes', 'authenticators', 'emails'])
      await fresh.database.query(`update ${table} set key_id = null`)
    await fresh.database.query('update users set password_hash = $1', [cheapHash(old.deps, PASSWORD)])
    const [linkOfAda = '', linkOfBayo = ''] = [ada, bayo].map(
      ({ session }) => freezeLink(old.deps, session.userId).split('#')[1],
    )

    const both = await startWith(NEW, OLD)
    expect((await countByKeys(fresh.database)).map(({ keys }) => keys)).toEqual([keysFrom(OLD).id])
    expect((await both.emailsTo(bayo.email)).length).toBeGreaterThan(0)
    const browser = await browserOf(both, ada)
    const proof = { by: 'recovery-code', code: ada.recoveryCodes[2] }
    const { token } = await beginSignIn(browser, ada.email)
    expect((await finishSignIn(browser, token, proof)).statusCode).toBe(200)
    expect((await browser.unlock(ada.pin)).statusCode).toBe(204)
    for (const sealedAnew of [false, true]) {
      if (sealedAnew) await reseal(both)
      expect(await codeOf(browser)).toBe(ada.code)
      const { userId } = bayo.session
      expect(await checkBpcCode(both.deps, fresh.database, { userId, code: bayo.code })).not.toBeNull()
      expect(await spend(both, sealedAnew ? ada : bayo)).toBe(true)
      expect(await recover(both, ada, ada.recoveryCodes[sealedAnew ? 1 : 0])).toBe(true)
    }
    expect((await browser.send('POST', '/api/freeze-links', { token: linkOfAda })).statusCode).toBe(204)
    expect(await countByKeys(fresh.database)).toEqual(
      expect.arrayContaining([
        { keys: keysFrom(OLD).id, passwords: 1, pins: 1, recoveryCodes: 17, operators: 1, boxes: 0 },
        { keys: keysFrom(NEW).id, passwords: 1, pins: 1, recoveryCodes: 0, operators: 0, boxes: expect.any(Number) },
      ]),
    )

    const alone = await startWith(NEW)
    const later = await browserOf(alone, ada)
    const { token: tokenLater } = await beginSignIn(later, ada.email)
    const proofLater = { by: 'authenticator', code: codeNow(alone, ada) }
    expect((await finishSignIn(later, tokenLater, proofLater)).statusCode).toBe(200)
    expect((await later.unlock(ada.pin)).statusCode).toBe(204)
    expect(await codeOf(later)).toBe(ada.code)
    const { userId } = bayo.session
    expect(await checkBpcCode(alone.deps, fresh.database, { userId, code: bayo.code })).not.toBeNull()
    const unused = await browserOf(alone, bayo)
    expect((await unused.signIn(bayo.email)).json().error.code).toBe('session.wrong-credentials')
    unused.cookie = bayo.browser.cookie
    expect((await unused.send('GET', '/api/me')).json()).toMatchObject({ pinSet: false })
    expect((await unused.unlock(bayo.pin)).json().error.code).toBe('pin.not-set')
    expect(await recover(alone, bayo, bayo.recoveryCodes[0])).toBe(false)
    expect(await countRecoveryCodes(fresh.database, alone.deps, bayo.session.userId)).toBe(0)
    expect(await spend(alone, bayo)).toBe(true)
    const ended = await unused.send('POST', '/api/freeze-links', { token: linkOfBayo })
    expect(ended.json().error.code).toBe('account.link-ended')
  })

  it('hashes as often for an email nobody has as for one with a former hash, and a former password hash goes over', async () => {
    const old = await startWith(OLD)
    const { email } = await newPerson(old)
    const both = await startWith(NEW, OLD)
    const stranger = await newBrowser(both)
    const hashes = vi.spyOn(crypto, 'argon2')
    const refusal = async (of: string) => (await stranger.signIn(of, 'another password')).json().error.code
    for (const [times, of] of ['nobody@example.com', email].entries()) {
      expect(await refusal(of)).toBe('session.wrong-credentials')
      expect(hashes).toHaveBeenCalledTimes(times + 1)
    }
    hashes.mockRestore()
    both.clock.advance(HOUR_MS)
    // On an unknown device, the right password is rehashed before the second step and keeps working.
    expect((await stranger.signIn(email)).statusCode).toBe(200)
    const [row] = await fresh.database.query<{ hash: string }>('select password_hash as hash from users')
    expect(row?.hash).toContain(`,keyid=${keysFrom(NEW).id}$`)
  })

  it('keeps codes good that were mailed before it, each as often as before', async () => {
    const old = await startWith(OLD)
    await askForEmailCode(old.deps, 'new@example.com', null)
    const [email] = await old.emailsTo('new@example.com')
    const code = email?.text.match(/^\d{6}$/m)?.[0] ?? ''
    starts = 0
    const both = await startWith(NEW, OLD)
    const proof = { email: 'new@example.com', code, provedFor: null }
    const wrong = { ...proof, code: code === '000000' ? '111111' : '000000' }
    await expect(spendEmailCode(both.deps, wrong)).rejects.toMatchObject({ code: 'account.code-wrong' })
    await spendEmailCode(both.deps, proof)
    await expect(spendEmailCode(both.deps, proof)).rejects.toMatchObject({ code: 'account.code-wrong' })
  })

  it('completes a sign-in that waited for its second step, also when the password was rehashed meanwhile', async () => {
    const old = await startWith(OLD)
    const person = await newPerson(old)
    const other = await newBrowser(old)
    const { token } = await beginSignIn(other, person.email)
    const code = codeIn(await old.emailsTo(person.email))
    starts = 0
    const both = await startWith(NEW, OLD)
    expect((await (await browserOf(both, person)).signIn(person.email)).statusCode).toBe(200)
    const later = await newBrowser(both, other.device)
    expect((await finishSignIn(later, token, { by: 'email', code })).statusCode).toBe(200)
  })

  it('counts wrong PINs of a former PIN as of any, and keeps a right one under the new keys', async () => {
    const old = await startWith(OLD)
    const person = await newPerson(old)
    const both = await startWith(NEW, OLD)
    const tries = async (accounts: Accounts, pin: string) => {
      const pinProof = await person.browser.device.pinProof(pin)
      return await tryPin(accounts.deps, person.session, { purpose: 'unlock', pinProof }).then(
        () => 'right',
        (error: { code: string }) => error.code,
      )
    }
    const kept = async () =>
      (await fresh.database.query('select key_id, wrong_in_row, cardinality(wrong_at) as wrong from pins'))[0]
    expect(await tries(both, '9999')).toBe('pin.wrong')
    expect(await kept()).toEqual({ key_id: keysFrom(OLD).id, wrong_in_row: 1, wrong: 1 })
    expect(await tries(both, person.pin)).toBe('right')
    expect(await kept()).toEqual({ key_id: keysFrom(NEW).id, wrong_in_row: 0, wrong: 1 })
    // A process with only the previous secret neither accepts the PIN nor counts the attempt.
    expect(await tries(old, person.pin)).toBe('pin.not-set')
    expect(await tries(both, person.pin)).toBe('right')
    expect(await kept()).toEqual({ key_id: keysFrom(NEW).id, wrong_in_row: 0, wrong: 1 })
  })

  it('is refused from a secret that is not the installation’s, or while something sealed would be lost', async () => {
    const old = await startWith(OLD)
    await newPerson(old)
    await expect(startWith(NEW)).rejects.toThrow(WrongSecretError)
    await expect(startWith(NEW, THIRD)).rejects.toThrow(WrongSecretError)
    const both = await startWith(NEW, OLD)
    await expect(startWith(OLD)).rejects.toThrow('is not the secret that this database was made with')
    await expect(startWith(THIRD)).rejects.toThrow('is not the secret that this database was made with')
    await expect(startWith(NEW)).rejects.toThrow('still sealed with a former secret')
    await expect(startWith(THIRD, NEW)).rejects.toThrow('still sealed with a former secret')
    await reseal(both)
    await startWith(NEW)
    await startWith(THIRD, NEW)
  })

  it('can be taken back while both are there', async () => {
    const old = await startWith(OLD)
    const person = await newPerson(old)
    await person.browser.unlock(person.pin)
    const code = await codeOf(person.browser)
    const both = await startWith(NEW, OLD)
    await reseal(both)
    const browser = await browserOf(both, person)
    expect((await browser.signIn(person.email)).statusCode).toBe(200)
    expect((await browser.unlock(person.pin)).statusCode).toBe(204)
    const back = await startWith(OLD, NEW)
    const again = await browserOf(back, person)
    expect((await again.signIn(person.email)).statusCode).toBe(200)
    expect((await again.unlock(person.pin)).statusCode).toBe(204)
    expect(await codeOf(again)).toBe(code)
    await reseal(back)
    const alone = await startWith(OLD)
    const last = await browserOf(alone, person)
    await last.signIn(person.email)
    await last.unlock(person.pin)
    expect(await codeOf(last)).toBe(code)
  })

  it('happens once, however many start with it at once', async () => {
    const { deps } = await startWith(OLD)
    const of = { secret: NEW, before: OLD, keys: keysFrom(NEW, OLD), now: deps.clock.now() }
    const settled = await Promise.all([1, 2, 3].map(() => ensureInstallationSecret(fresh.database, deps.log, of)))
    expect(settled.sort()).toEqual([false, false, true])
  })

  it('seals the codes of closed accounts not at all: they are gone', async () => {
    const old = await startWith(OLD)
    await newPerson(old)
    await fresh.database.query('update users set closed_at = now()')
    await fresh.database.query("update bpc_codes set code_box = decode(repeat('00', 29), 'hex'), key_id = null")
    const both = await startWith(NEW, OLD)
    expect((await countByKeys(fresh.database)).map(({ keys }) => keys)).toEqual([keysFrom(OLD).id])
    await reseal(both)
    await startWith(NEW)
  })

  it('is due after a year, which every start says until it is done', async () => {
    const { clock, deps } = await startWith(OLD)
    const hints: unknown[] = []
    const log = { ...deps.log, warn: (...words: unknown[]) => void hints.push(words) }
    const settle = (secret: Buffer, before: Buffer | null = null) =>
      ensureInstallationSecret(fresh.database, log, {
        secret,
        before,
        keys: keysFrom(secret, before),
        now: clock.now(),
      })
    const since = clock.now()
    clock.advance(365 * 24 * HOUR_MS)
    await settle(OLD)
    expect(hints).toEqual([])
    clock.advance(1)
    await settle(OLD)
    await settle(OLD)
    const hint = [{ since }, expect.stringContaining('is older than a year: change it')]
    expect(hints).toEqual([hint, hint])
    await settle(NEW, OLD)
    expect(hints.slice(2)).toEqual([[expect.anything(), "the installation's secret was changed"]])
  })

  it('ends a process that has the former secret', async () => {
    const { deps } = await startWith(OLD)
    vi.useFakeTimers({ toFake: ['setInterval'] })
    try {
      let hasEnded = false
      const ended = new Promise<void>((resolve) => {
        watchSecret(fresh.database, deps.log, OLD, () => {
          hasEnded = true
          resolve()
        })
      })
      vi.advanceTimersByTime(5_000)
      await fresh.database.query('select 1')
      expect(hasEnded).toBe(false)
      await startWith(NEW, OLD)
      vi.advanceTimersByTime(5_000)
      await ended
    } finally {
      vi.useRealTimers()
    }
  })
})
