import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp, type Jara } from '#server/app.ts'
import { addOperator } from '#server/identity/operators/manage-operators.ts'
import { proveOperator } from '#server/identity/operators/prove-operator.ts'
import {
  type Accounts,
  type Browser,
  codeIn,
  newBrowser,
  newPerson,
  PASSWORD,
  type Person,
  startAccounts,
} from '#tests/support/accounts.ts'
import { whileHashingIsBusy } from '#tests/support/busy-hashing.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { whileDatabaseFails } from '#tests/support/failing-database.ts'
import { inject } from '#tests/support/inject.ts'
import { addApp, beginSignIn, finishSignIn } from '#tests/support/second-step.ts'

/**
 * Every try with a secret is counted before it is compared; otherwise concurrent tries would get extra guesses. A try
 * that the installation was too busy or too broken to make does not count: it makes nobody wait, uses nothing up, and
 * does not warn the owner. The exception is a process that dies in the instant between the two.
 */

const WRONG = 'not the password'
const AFTER_WRONG = 'Jara: right password after wrong ones'
const WRONG_STEP = 'Jara: a wrong code or passkey at a sign-in'
const MORE_THAN_ENOUGH = 10

describe.each(featureDatabases)('a try that could not be made, on %s,', (kind) => {
  let fresh: FreshDatabase
  let accounts: Accounts
  let withProof: Jara
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    accounts = await startAccounts(fresh.database)
    const { deps } = accounts
    withProof = await buildApp({ ...deps, config: { ...deps.config, emailProof: true } })
  })
  afterAll(() => fresh.drop())

  const keyed = ({ device }: Browser) => ({ device: { publicKey: device.publicKey } })
  const codeOf = (answer: { statusCode: number; body: string }): string | number =>
    answer.statusCode < 300 ? answer.statusCode : JSON.parse(answer.body).error.code
  const tries = async () => {
    const rows = await fresh.database.query<{ failures: number }>('select failures from sign_in_throttles')
    return rows.reduce((sum, { failures }) => sum + failures, 0)
  }
  const counted = async (email: string, subject: string) =>
    (await accounts.emailsTo(email)).filter((each) => each.subject === subject).length

  async function failing(table: string, on: 'insert' | 'update' | 'delete', work: () => Promise<string | number>) {
    return await whileDatabaseFails(fresh.database, { table, on }, work)
  }

  describe('of a password, because too many were being hashed:', () => {
    type Try = (person: Person & { readonly other: Browser }, password: string) => Promise<string | number>
    const at: readonly (readonly [string, Try])[] = [
      [
        'at a sign-in',
        async ({ browser, email }, password) =>
          codeOf(await browser.send('POST', '/api/sessions', { email, password, ...keyed(browser) })),
      ],
      [
        'at a sign-in on another device',
        async ({ email, other }, password) =>
          codeOf(await other.send('POST', '/api/sessions', { email, password, ...keyed(other) })),
      ],
      [
        'at a sign-in with an email that has no account',
        async ({ browser, email }, password) =>
          codeOf(await browser.send('POST', '/api/sessions', { email: `x${email}`, password, ...keyed(browser) })),
      ],
      [
        'at its confirmation',
        async ({ browser }, password) =>
          codeOf(await browser.send('POST', '/api/sessions/current/password', { password })),
      ],
      [
        'at its change',
        async ({ browser }, password) =>
          codeOf(
            await browser.send('PUT', '/api/password', {
              currentPassword: password,
              newPassword: 'short zebras wake early',
            }),
          ),
      ],
    ]

    it.each(at)('%s it makes nobody wait', async (_where, attempt) => {
      const person = { ...(await newPerson(accounts)), other: await newBrowser(accounts) }
      const before = await tries()
      const said = await whileHashingIsBusy(async () => {
        const all: (string | number)[] = []
        for (let n = 0; n < MORE_THAN_ENOUGH; n++) all.push(await attempt(person, WRONG))
        return all
      })
      expect(said).toEqual(Array(MORE_THAN_ENOUGH).fill('server.busy'))
      expect(await tries()).toBe(before)
      expect(await attempt(person, WRONG)).toBe('session.wrong-credentials')
      expect(await attempt(person, WRONG)).toBe('session.wait')
    })

    it('its owner signs in when there is room, and is warned of nobody', async () => {
      const { browser, email } = await newPerson(accounts)
      const body = { email, password: PASSWORD, ...keyed(browser) }
      await whileHashingIsBusy(async () => {
        for (let n = 0; n < MORE_THAN_ENOUGH; n++) await browser.send('POST', '/api/sessions', body)
      })
      expect((await browser.send('POST', '/api/sessions', body)).statusCode).toBe(200)
      expect(await counted(email, AFTER_WRONG)).toBe(0)
    })

    it('many at once while there is room for one are one try, and the rest none', async () => {
      const { email } = await newPerson(accounts)
      const stranger = await newBrowser(accounts)
      const before = await tries()
      const said = await Promise.all(
        Array.from({ length: 200 }, (_, n) =>
          stranger.send('POST', '/api/sessions', { email, password: `guess ${n}`, ...keyed(stranger) }).then(codeOf),
        ),
      )
      const of = (code: string) => said.filter((each) => each === code).length
      expect(of('session.wrong-credentials')).toBe(1)
      expect(of('session.wait') + of('server.busy')).toBe(199)
      expect(await tries()).toBe(before + 1)
    })

    it("an operator's passphrase makes nobody wait", async () => {
      const { deps } = accounts
      const [uncheckedName, passphrase] = ['Ada Obi', 'seven quiet herons wade']
      const { id } = await addOperator(deps, { uncheckedName, uncheckedPassphrase: passphrase, by: null })
      const prove = async (uncheckedPassphrase: string) =>
        await proveOperator(deps, { uncheckedName, uncheckedPassphrase, act: 'search', subject: id }).then(
          () => 'proved',
          (error: Error & { code?: string }) => error.code ?? error.message,
        )
      const before = await tries()
      const said = await whileHashingIsBusy(async () => [
        await prove(passphrase),
        await prove('wrong'),
        await prove('wrong'),
      ])
      expect(said).toEqual(['server.busy', 'server.busy', 'server.busy'])
      expect(await tries()).toBe(before)
      expect(await prove(passphrase)).toBe('proved')
    })

    it('the code of a registration is still good', async () => {
      const browser = await newBrowser(accounts)
      const email = 'newcomer@example.com'
      await inject(withProof, { method: 'POST', url: '/api/email-proofs', payload: { email } })
      const emailCode = codeIn(await accounts.emailsTo(email))
      const payload = { fullName: 'Ngozi Eze', email, password: PASSWORD, emailCode, ...keyed(browser) }
      const register = async () => codeOf(await inject(withProof, { method: 'POST', url: '/api/accounts', payload }))
      expect(await whileHashingIsBusy(register)).toBe('server.busy')
      expect(await register()).toBe(201)
    })
  })

  describe('of a code, because the database failed:', () => {
    const APP = { by: 'authenticator', table: 'authenticators', on: 'update' } as const
    const KEPT = { by: 'recovery-code', table: 'recovery_codes', on: 'update' } as const
    const MAILED = { by: 'email', table: 'sign_ins', on: 'delete' } as const

    /** A person with a second factor, and its currently valid code. */
    async function withCodes(by: 'authenticator' | 'recovery-code' | 'email') {
      const person = await newPerson(accounts)
      if (by === 'email') return { ...person, codeNow: async () => codeIn(await accounts.emailsTo(person.email)) }
      const app = await addApp(accounts, person.browser)
      accounts.clock.advance(30_000)
      const codes = [...(app.recoveryCodes ?? [])]
      return { ...person, codeNow: async () => (by === 'authenticator' ? app.code() : (codes[0] ?? '')) }
    }

    it.each([APP, KEPT, MAILED])(
      'at a second step by $by it ends nothing and warns nobody',
      async ({ by, table, on }) => {
        const { email, codeNow } = await withCodes(by)
        const other = await newBrowser(accounts)
        const { token } = await beginSignIn(other, email)
        const code = await codeNow()
        const before = await tries()
        for (let n = 0; n < MORE_THAN_ENOUGH; n++) {
          const said = await failing(table, on, async () => codeOf(await finishSignIn(other, token, { by, code })))
          expect(said).toBe('server.busy')
        }
        expect(await tries()).toBe(before)
        expect(codeOf(await finishSignIn(other, token, { by, code }))).toBe(200)
        expect(await counted(email, WRONG_STEP)).toBe(0)
      },
    )

    it.each([APP, KEPT])('at the confirmation of a password by $by it makes nobody wait', async ({ by, table, on }) => {
      const { browser, codeNow } = await withCodes(by)
      const confirm = async () => {
        const proof = { by, code: await codeNow() }
        return codeOf(await browser.send('POST', '/api/sessions/current/password', { password: PASSWORD, proof }))
      }
      const before = await tries()
      expect(await failing(table, on, confirm)).toBe('server.busy')
      expect(await tries()).toBe(before)
      expect(await confirm()).toBe(204)
    })

    it('beside a PIN it makes nobody wait', async () => {
      const { browser, session, codeNow } = await withCodes('authenticator')
      const freeze = async () => {
        const challenge = await browser.challenge()
        const approval = {
          deviceId: session.deviceId,
          pinProof: await browser.device.pinProof('2580'),
          signature: await browser.device.sign('freeze', challenge),
          code: await codeNow(),
        }
        return codeOf(await browser.send('POST', '/api/freeze', { challenge, approval }))
      }
      const before = await tries()
      expect(await failing('authenticators', 'update', freeze)).toBe('server.busy')
      expect(await tries()).toBe(before)
      expect(await freeze()).toBe(204)
    })

    it('a wrong one is counted, whatever else the request was for', async () => {
      const { browser, email } = await withCodes('authenticator')
      const other = await newBrowser(accounts)
      const { token } = await beginSignIn(other, email)
      const before = await tries()
      expect(codeOf(await finishSignIn(other, token, { by: 'authenticator', code: '000000' }))).toBe(
        'session.code-wrong',
      )
      expect(await tries()).toBe(before + 1)
      expect(codeOf(await finishSignIn(other, token, { by: 'authenticator', code: '000000' }))).toBe(
        'session.code-wait',
      )
      const proof = { by: 'recovery-code', code: 'A'.repeat(26) }
      const confirmed = await browser.send('POST', '/api/sessions/current/password', { password: PASSWORD, proof })
      expect(codeOf(confirmed)).toBe('session.code-wait')
      expect(await counted(email, WRONG_STEP)).toBe(1)
    })
  })

  describe('of a PIN, because the database failed:', () => {
    it('it is not one of five', async () => {
      const { browser, pin } = await newPerson(accounts)
      for (let n = 0; n < MORE_THAN_ENOUGH; n++) {
        const said = await failing('pins', 'update', async () => codeOf(await browser.unlock('9999')))
        expect(said).toBe('server.busy')
      }
      expect(codeOf(await browser.unlock(pin))).toBe(204)
    })
  })

  describe('to have an email sent, because the database failed:', () => {
    it.each([
      ['/api/password-resets', 'lost@example.com'],
      ['/api/email-proofs', 'proof@example.com'],
      ['/api/visitors/codes', 'visitor@example.com'],
    ])('at %s it makes nobody wait', async (url, email) => {
      const ask = async () => codeOf(await inject(withProof, { method: 'POST', url, payload: { email } }))
      expect(await failing('jobs', 'insert', ask)).toBe('server.busy')
      expect(await ask()).toBe(202)
      expect(await ask()).toBe('account.code-wait')
    })
  })
})
