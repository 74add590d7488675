import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STAMP_DUTY_KOBO } from '#contract/constants.ts'
import type { Order } from '#contract/orders.ts'
import type { SecondStepNeeded } from '#contract/second-step.ts'
import { codeOfStep } from '#server/identity/mfa/one-time-code.ts'
import { writeBackup } from '#server/platform/backups/file.ts'
import { createLog } from '#server/platform/log.ts'
import { openedBy } from '#tests/support/cases.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { newDevice } from '#tests/support/device.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { addPicture, close, tablesWith } from '#tests/support/leaving.ts'
import { chargeBody, fundingOf, postWebhook } from '#tests/support/money-in.ts'
import { PASSWORD, type Person, RECIPIENT } from '#tests/support/person.ts'
import { airtime, codesOf, phoneOf } from '#tests/support/purchases.ts'
import { builtWebApp, type Canaries, foundIn, listen } from './canaries.ts'

/** Not used as an example on any page. */
const PHONE = phoneOf(77_321)
const NAME = 'Kanarie Vogelaar'
const CASE_TEXT = 'My neighbour Obinna took my phone.'
const CHANGED = 'canary giraffe passphrase one'
const RESET = 'canary giraffe passphrase two'

/** Texts that nobody but their owner, or this installation, may ever read again. */
const SECRET: Record<string, string> = { PASSWORD, CHANGED, RESET }
/** Texts stored in the clear where needed, and nowhere else. */
const PERSONAL: Record<string, string> = {
  NAME,
  CASE_TEXT,
  phone: PHONE,
  recipientNumber: RECIPIENT.accountNumber,
}

/** Where personal data may be stored in the clear, and why. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  // Who a person is; the details typed for a BPC are part of the signed terms.
  NAME: ['orders', 'quotes', 'users', 'funding_accounts'],
  CASE_TEXT: ['case_messages'],
  // Who is paid: to pay them, show them, and offer them again.
  phone: ['beneficiaries', 'orders', 'quotes', 'transactions'],
  recipientNumber: ['beneficiaries', 'orders', 'quotes', 'transactions'],
  // Money paid into it is credited to its owner.
  ownNumber: ['deposits', 'funding_accounts'],
  email: ['orders', 'quotes', 'users'],
  otherEmail: ['users'],
}

describe.each(featureDatabases)('canaries in a whole run on %s', (kind) => {
  const lines: string[] = []
  let jara: TestJara
  let ada: Person
  let bola: Person
  let heard: ReturnType<typeof listen>
  let shortCodes: string[]
  let backup: Buffer
  let clear: Map<string, string[]>
  let clearAfterClosing: Map<string, string[]>

  beforeAll(async () => {
    heard = listen()
    shortCodes = []
    const log = createLog('debug', { write: (line: string) => void lines.push(line) })
    jara = await startJara(kind, { log })
    const { paystack, vtpass } = jara.deps.config
    Object.assign(SECRET, { paystackKey: paystack.secretKey, vtpassKey: vtpass.secretKey, vtpassApiKey: vtpass.apiKey })
    ada = await jara.person(NAME)
    bola = await jara.person('Bola Ahmed')
    PERSONAL.email = ada.email
    PERSONAL.otherEmail = bola.email
    PERSONAL.ownNumber = (await fundingOf(ada)).account?.accountNumber ?? 'none'
    await wrongAndRightPins()
    await factorsAndWaysBack()
    await money()
    await nonsense()
    clear = await readClear()
    backup = await makeBackup()
    await leave()
    clearAfterClosing = await readClear()
  })
  afterAll(async () => {
    heard.stop()
    await jara.close()
  })

  const cookieOf = (person: Person) => person.cookie().split('=')[1] ?? ''
  const newestEmail = async (to: string) => {
    await jara.settle()
    return jara.emails(to)[0]?.text ?? ''
  }

  async function wrongAndRightPins(): Promise<void> {
    SECRET.sessionToken = cookieOf(ada)
    SECRET.pinProof = await ada.device.pinProof('4071')
    SECRET.wrongPinProof = await ada.device.pinProof('9999')
    await ada.call('POST', '/api/lock')
    expect((await ada.unlock('9999')).status).toBe(403)
    expect((await ada.unlock()).status).toBe(204)
    await ada.call('PUT', '/api/pin', { pinProof: `${SECRET.pinProof}!` })
  }

  async function secondStep(password: string): Promise<string> {
    const { publicKey } = await newDevice()
    const answer = await bola.call<SecondStepNeeded>('POST', '/api/sessions', {
      email: bola.email,
      password,
      device: { publicKey },
    })
    expect(answer.status).toBe(202)
    return answer.body.secondStep.token
  }
  const prove = async (token: string, by: string, code: string) =>
    (await bola.call('POST', '/api/sessions/second-step', { token, proof: { by, code } })).status

  async function factorsAndWaysBack(): Promise<void> {
    await bola.call('POST', '/api/sessions', {
      email: bola.email,
      password: `${CHANGED} wrong`,
      device: { publicKey: bola.device.publicKey },
    })
    jara.clock.advance(61_000)
    SECRET.stepToken = await secondStep(PASSWORD)
    const mailed = (await newestEmail(bola.email)).match(/^\d{6}$/m)?.[0] ?? ''
    shortCodes.push(mailed)
    expect(await prove(SECRET.stepToken, 'email', '000000')).toBe(403)
    jara.clock.advance(31_000)
    expect(await prove(SECRET.stepToken, 'email', mailed)).toBe(200)
    SECRET.secondToken = cookieOf(bola)
    expect((await bola.call('PUT', '/api/password', { currentPassword: PASSWORD, newPassword: CHANGED })).status).toBe(
      204,
    )
    const offer = (await bola.call<{ secret: string }>('POST', '/api/authenticator')).body
    SECRET.authenticator = offer.secret
    const code = codeOfStep(fromBase32(offer.secret), Math.floor(jara.clock.now().getTime() / 30_000))
    shortCodes.push(code)
    const made = await bola.call<{ recoveryCodes: string[] }>('PUT', '/api/authenticator', { code })
    expect(made.status).toBe(200)
    made.body.recoveryCodes.forEach((recovery, n) => {
      SECRET[`recovery${n}`] = recovery
    })
    jara.clock.advance(61_000)
    SECRET.thirdToken = await secondStep(CHANGED)
    expect(await prove(SECRET.thirdToken, 'recovery-code', 'AAAA-BBBB')).toBe(403)
    jara.clock.advance(31_000)
    expect(await prove(SECRET.thirdToken, 'recovery-code', made.body.recoveryCodes[0] ?? '')).toBe(200)
    SECRET.freezeLink = (await newestEmail(bola.email)).match(/\/freeze#\S*\.(\S+)/)?.[1] ?? 'none'
    expect((await bola.call('POST', '/api/password-resets', { email: bola.email })).status).toBe(202)
    SECRET.resetToken = (await newestEmail(bola.email)).match(/#(\S{43})/)?.[1] ?? 'none'
    await bola.call('PUT', '/api/password-resets', { token: `${SECRET.resetToken}x`, newPassword: RESET })
    const reset = await bola.call('PUT', '/api/password-resets', { token: SECRET.resetToken, newPassword: RESET })
    expect(reset.status).toBe(204)
    await jara.settle()
  }

  async function money(): Promise<void> {
    await ada.unlock()
    await ada.withdraw(1_000_000n)
    await ada.buy(airtime({ phone: PHONE }))
    await jara.pass(2_000)
    await ada.buyBpc('wallet')
    await jara.sandbox.fault({ operation: 'transfer', fault: 'decline' })
    await ada.withdraw(500_000n)
    await jara.pass(2_000)
    await jara.sandbox.fault({ operation: 'transfer', fault: 'reset' })
    await ada.withdraw(400_000n)
    await jara.pass(20_000)
    await jara.sandbox.fault({ provider: 'vtpass', operation: 'pay', fault: 'accept-then-500' })
    await ada.buy(airtime({ phone: PHONE, amountKobo: '7000' }))
    await jara.pass(30 * 60_000, 5 * 60_000)
    await ada.unlock()
    await jara.sandbox.payIn({ accountNumber: PERSONAL.ownNumber ?? '', amountKobo: '250000' })
    await jara.settle()
    const payment = [...jara.world.state.payments.values()].at(-1)
    if (payment === undefined) throw new Error('nothing came in')
    expect((await postWebhook(jara, chargeBody(payment), 'f'.repeat(128))).status).toBe(401)
    expect((await postWebhook(jara, chargeBody(payment))).status).toBe(200)
    await openedBy(ada, { text: CASE_TEXT })
    for (const q of Object.values(PERSONAL)) await lookFor(q)
    await addPicture(jara, ada)
    for (const { code, kind: of } of await codesOf(ada)) SECRET[`bpc-${of}`] = code
    await jara.settle()
  }

  /** Requests that our pages never send, with values that the replies must not contain. */
  async function nonsense(): Promise<void> {
    const headers = { cookie: ada.cookie(), 'content-type': 'application/json' }
    const personal = JSON.stringify({ ...PERSONAL, ...SECRET })
    for (const body of [personal.slice(0, 200), personal, `{"email":"${ada.email}' or 1=1 --"}`, '\0']) {
      for (const address of ['/api/sessions', '/api/quotes', '/api/accounts', '/api/nowhere', '/api/password-resets']) {
        await fetch(jara.url + address, { method: 'POST', headers, body })
      }
    }
    await bola.call('GET', '/api/me')
    await ada.call('GET', '/api/orders/ord_nobody')
    await ada.call('POST', '/api/quotes', { kind: 'withdrawal', ...RECIPIENT, amountKobo: '-1', bpcCode: 'BPC' })
    await ada.call('POST', '/api/quotes', { ...airtime({ phone: PHONE }), bpcCode: SECRET['bpc-starter'] })
    await jara.database.exec('alter table customers rename to customers_away')
    const failed = await ada.call('POST', '/api/customers', { name: NAME, phone: PHONE, network: null, note: null })
    expect(failed.status).toBe(500)
    await jara.database.exec('alter table customers_away rename to customers')
  }

  /** Searches the history and its statements for a typed text. */
  async function lookFor(q: string): Promise<void> {
    expect((await made('/api/transactions/search', { q })).status).toBe(200)
    expect((await made('/api/statements/csv', { from: '2026-11-21', to: '2026-11-22', q })).status).toBe(200)
  }

  const made = (path: string, body: object = {}) =>
    fetch(jara.url + path, {
      method: 'POST',
      headers: { cookie: ada.cookie(), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  async function leave(): Promise<void> {
    await ada.unlock()
    await ada.call('POST', '/api/sessions/current/password', { password: PASSWORD })
    SECRET.freshToken = cookieOf(ada)
    expect((await made('/api/me/export')).status).toBe(200)
    const { availableKobo } = await ada.wallet()
    // With a BPC there is no fee: the transfer costs only the stamp duty.
    const order: Order = await ada.withdraw(BigInt(availableKobo) - STAMP_DUTY_KOBO)
    await jara.pass(2_000)
    expect((await ada.order(order.id)).state).toBe('settled')
    const open = `select kind, state from orders where state not in ('settled', 'released')`
    expect(await jara.database.query(open)).toEqual([])
    expect(await ada.wallet()).toMatchObject({ availableKobo: '0', heldKobo: '0' })
    const closed = await close(ada)
    expect([closed.status, closed.body]).toEqual([204, null])
    await jara.settle()
  }

  async function readClear(): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>()
    for (const [name, text] of Object.entries({ ...SECRET, ...PERSONAL })) {
      // PostgreSQL prints bytes as hexadecimal digits.
      const asBytes = await tablesWith(jara.database, Buffer.from(text).toString('hex'))
      found.set(name, [...(await tablesWith(jara.database, text)), ...asBytes])
    }
    return found
  }

  async function makeBackup(): Promise<Buffer> {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-canaries-'))
    const file = path.join(folder, 'one.backup')
    const { database, clock } = jara
    await writeBackup({ database, file, secret: randomBytes(32), now: clock.now() })
    const bytes = fs.readFileSync(file)
    fs.rmSync(folder, { recursive: true })
    return bytes
  }

  const all = (): Canaries => ({ ...SECRET, ...PERSONAL })

  it('are there to be found: each is long, and the run did what it was to do', () => {
    expect(Object.keys(SECRET).length).toBeGreaterThan(25)
    expect(Object.entries(all()).filter(([, text]) => text.length < 10)).toEqual([])
    const log = lines.join('')
    for (const done of ['wrong PIN', 'signed in', 'data exported', 'account closed by its owner', 'request failed']) {
      expect(log).toContain(done)
    }
  })

  it('are in no line of the log at debug level, codes of six digits included', () => {
    const log = lines.join('')
    expect(foundIn(log, all())).toEqual([])
    expect(shortCodes.filter((code) => new RegExp(`(?<![0-9.])${code}(?![0-9])`).test(log))).toEqual([])
  })

  it('are in no refusal', () => {
    expect(heard.refusals.length).toBeGreaterThan(20)
    expect(foundIn(heard.refusals.join('\n'), all())).toEqual([])
  })

  it('are in no address, but for the recipient’s number that Paystack’s look-up takes there', () => {
    expect(heard.addresses.length).toBeGreaterThan(100)
    const found = heard.addresses.filter((address) => foundIn(address, all()).length > 0)
    expect([...new Set(found)].map((address) => [address.split('?')[0], foundIn(address, all())])).toEqual([
      ['/paystack/bank/resolve', ['recipientNumber']],
    ])
  })

  it('are in nothing that every browser is given', () => {
    expect(foundIn(builtWebApp(), all())).toEqual([])
  })

  it('are not in the backup file', () => {
    expect(backup.length).toBeGreaterThan(10_000)
    expect(foundIn(backup.toString('latin1'), all())).toEqual([])
  })

  it('that are secret are in no row of the database, emails that were sent included', () => {
    for (const found of [clear, clearAfterClosing]) {
      expect(found.size).toBeGreaterThan(25)
      expect([...found].filter(([name, tables]) => name in SECRET && tables.length > 0)).toEqual([])
    }
  })

  it.each(Object.keys(TABLES))('that are personal are only where they are needed: %s', (name) => {
    const elsewhere = clear.get(name)?.filter((table) => !TABLES[name]?.includes(table))
    expect(elsewhere).toEqual([])
    expect(clear.get(name)).not.toEqual([])
  })

  it('are gone with the account, but for what was signed', () => {
    expect(clearAfterClosing.get('email')).toEqual(['orders'])
    expect(clearAfterClosing.get('NAME')).toEqual(['orders'])
  })
})

function fromBase32(text: string): Uint8Array {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Uint8Array.from(bits.join('').match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
