import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SESSION_FRESH_MS, STAMP_DUTY_KOBO } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { CLOSED_ACCOUNT_NAME } from '#contract/privacy.ts'
import { returnCode } from '#server/payments/bpc/return-code.ts'
import { acceptOrder } from '#server/payments/orders/approving/accept-orders.ts'
import { openedBy } from '#tests/support/cases.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { newDevice } from '#tests/support/device.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { addPicture, close, closingBody, emptyWallet, tablesWith } from '#tests/support/leaving.ts'
import { fundingOf, ledgerSum } from '#tests/support/money-in.ts'
import { byPasskey, giveAuthenticator } from '#tests/support/passkeys.ts'
import { PASSWORD, type Person, PIN } from '#tests/support/person.ts'
import { buyByTransfer, payInto } from '#tests/support/purchases.ts'
import { findQuotes } from '#tests/support/quotes.ts'
import { eraseUser } from './remove-personal-rows.ts'

const NAME = 'Zainab Uchechukwu'

describe.each(featureDatabases)('closing an account on %s', (kind) => {
  let jara: TestJara
  let zainab: Person
  let accountNumber: string
  beforeEach(async () => {
    jara = await startJara(kind)
    zainab = await jara.person(NAME)
    accountNumber = (await fundingOf(zainab)).account?.accountNumber ?? ''
    jara.clock.advance(1_000)
  })
  afterEach(() => jara.close())

  const codeOf = async (answer: ReturnType<typeof close>) => (await answer).body?.error.code ?? null
  const alarms = () => jara.database.query<{ kind: string; detail: string }>('select kind, detail from alarms')
  const isClosed = async () => {
    const [row] = await jara.database.query<{ closed: boolean }>(
      'select closed_at is not null as closed from users where id = $1',
      [zainab.id],
    )
    return row?.closed
  }
  async function signIn(email = zainab.email): Promise<number> {
    const body = { email, password: PASSWORD, device: { publicKey: (await newDevice()).publicKey } }
    return (await zainab.call('POST', '/api/sessions', body)).status
  }

  it('leaves no name, email or secret of its person outside of what the books keep', async () => {
    await emptyWallet(jara, zainab)
    await giveAuthenticator(jara, zainab)
    await addPicture(jara, zainab)
    await zainab.call('POST', '/api/customers', { name: 'Bisi', phone: '08030000001', network: null, note: null })
    await zainab.call('POST', '/api/authenticator')
    await zainab.call('POST', '/api/recovery-codes')
    await openedBy(zainab)
    const [line] = await jara.database.query<{ id: string }>(
      `select id from transactions where user_id = $1 and kind = 'withdrawal'`,
      [zainab.id],
    )
    const receipt = await zainab.call<{ code: string }>('POST', `/api/transactions/${line?.id}/receipt`)
    await zainab.quoteOf({ kind: 'bpc', fullName: NAME, email: zainab.email, payWith: 'transfer' })
    const keptBefore = await tablesWith(jara.database, zainab.id)
    expect(await tablesWith(jara.database, zainab.email)).toEqual(['quotes', 'users'])
    expect((await close(zainab)).status).toBe(204)

    expect(await tablesWith(jara.database, zainab.email)).toEqual([])
    expect(await tablesWith(jara.database, NAME)).toEqual([])
    const keptAfter = await tablesWith(jara.database, zainab.id)
    expect(keptBefore.filter((table) => !keptAfter.includes(table))).toEqual([
      'alerts',
      'authenticators',
      'beneficiaries',
      'contact_phones',
      'customers',
      'passkeys',
      'pins',
      'profile_images',
      'quotes',
      'receipts',
      'recovery_codes',
      'sessions',
    ])
    const [left] = await jara.database.query('select full_name, email from users where id = $1', [zainab.id])
    expect(left).toEqual({ full_name: CLOSED_ACCOUNT_NAME, email: expect.stringMatching(/^closed-[\w-]{32}@invalid$/) })
    const codes = await jara.database.query(
      "select distinct encode(code_box, 'hex') as box, key_id from bpc_codes where user_id = $1",
      [zainab.id],
    )
    expect(codes).toEqual([{ box: '00'.repeat(29), key_id: null }])
    expect((await zainab.call('GET', `/api/receipts/${receipt.body.code}`)).status).toBe(404)
  })

  it('ends the session, tells the address that was the account’s, and says nothing new when it is asked again', async () => {
    await emptyWallet(jara, zainab)
    await jara.database.query(
      `update emails set state = 'dropped', box = null, done_at = created_at where box is not null`,
    )
    const body = await closingBody(zainab)
    const cookie = zainab.cookie()
    const answer = await zainab.call('DELETE', '/api/me', body)
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([204, expect.stringMatching(/^jara=;/)])
    const again = await fetch(`${jara.url}/api/me`, {
      method: 'DELETE',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(again.status).toBe(401)
    await jara.settle()
    expect(jara.emails(zainab.email)[0]?.subject).toMatch(/your account is closed/)
    const events = await jara.database.query<{ kind: string }>(
      'select kind from account_events where user_id = $1 order by id desc limit 1',
      [zainab.id],
    )
    expect(events).toEqual([{ kind: 'account-closed' }])
  })

  it('sends no email that waited, with its link into an account that is none any more', async () => {
    await emptyWallet(jara, zainab)
    await zainab.call('PUT', '/api/pin', { pinProof: await zainab.device.pinProof(PIN) })
    await zainab.call('POST', '/api/password-resets', { email: zainab.email })
    const waiting = () => jara.database.query("select id from emails where state = 'waiting' and user_id is not null")
    const before = await waiting()
    expect((await close(zainab)).status).toBe(204)
    const after = await waiting()
    expect([before.length, after.length]).toEqual([1, 1])
    expect(after).not.toEqual(before)
    await jara.settle()
    const subjects = jara.emails(zainab.email).map(({ subject }) => subject)
    expect(subjects).toContain('Jara: your account is closed')
    expect(subjects).not.toContain('Jara: set a new password')
  })

  it('takes nothing of an account that is open, whatever asks for it', async () => {
    const before = await tablesWith(jara.database, zainab.id)
    await eraseUser(jara.database, zainab.id as UserId)
    expect(await tablesWith(jara.database, zainab.id)).toEqual(before)
  })

  it('makes the email free for another account, and nobody signs in to the closed one', async () => {
    await emptyWallet(jara, zainab)
    expect((await close(zainab)).status).toBe(204)
    expect(await signIn()).toBe(401)
    const fresh = await newDevice()
    const joined = await zainab.call<{ user: { id: string } }>('POST', '/api/accounts', {
      fullName: NAME,
      email: zainab.email,
      password: PASSWORD,
      device: { publicKey: fresh.publicKey },
    })
    expect(joined.status).toBe(201)
    expect(joined.body.user.id).not.toBe(zainab.id)
  })

  it('takes a fresh password and a PIN or passkey that agrees to closing and to nothing else', async () => {
    await emptyWallet(jara, zainab)
    const authenticator = await giveAuthenticator(jara, zainab)
    const send = async (body: object) => await codeOf(zainab.call('DELETE', '/api/me', body))
    expect(await send(await closingBody(zainab, { purpose: 'freeze' }))).toBe('approval.invalid')
    expect(await send(await closingBody(zainab, { pin: '9999' }))).toBe('pin.wrong')
    jara.clock.advance(SESSION_FRESH_MS + 1)
    await zainab.unlock()
    expect(await send(await closingBody(zainab))).toBe('session.not-fresh')
    expect(await isClosed()).toBe(false)
    await jara.database.query('update sessions set password_at = unlocked_at')
    const { challenge } = await closingBody(zainab)
    const approval = byPasskey(zainab, authenticator, { purpose: 'close', challenge })
    expect(await send({ challenge, approval })).toBeNull()
    expect(await isClosed()).toBe(true)
  })

  it('is refused while there is money, something on its way or set aside, and changes nothing', async () => {
    const refused = async () => {
      expect(await codeOf(close(zainab))).toBe('account.not-empty')
      expect(await isClosed()).toBe(false)
    }
    await refused()
    await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
    const order = await zainab.withdraw(19_990_000n)
    await jara.pass(2_000)
    expect((await zainab.wallet()).availableKobo).toBe('0')
    await refused()
    await jara.database.query(`update orders set state = 'manual_review' where id = $1`, [order.id])
    await refused()
    await jara.database.query(`update orders set state = 'pending' where id = $1`, [order.id])
    await jara.sandbox.decide(order.reference, 'success')
    await jara.pass(2_000)
    const purchase = await zainab.buyBpc('transfer')
    await refused()
    await jara.database.query(`update orders set state = 'expired' where id = $1`, [purchase.id])
    await jara.database.query(
      `insert into deposits (provider, provider_transaction_id, id, user_id, reference, state, amount_kobo,
         provider_fee_kobo, created_at) values ('paystack', 'x', 'dep_x', $1, 'x', 'quarantined', 5, 0, now())`,
      [zainab.id],
    )
    await refused()
    await jara.database.query(`delete from deposits where id = 'dep_x'`)
    expect((await close(zainab)).status).toBe(204)
  })

  it('is refused while something is owed', async () => {
    await emptyWallet(jara, zainab)
    await jara.sandbox.payIn({ accountNumber, amountKobo: '1100000' })
    await jara.pass(2_000)
    await zainab.withdraw(1_092_500n)
    await jara.pass(2_000)
    const [deposit] = await jara.database.query<{ reference: string }>('select reference from deposits')
    await jara.sandbox.decidePayment(deposit?.reference ?? '', 'reversed')
    await jara.pass(61 * 60_000, 10 * 60_000)
    await jara.database.query('update sessions set password_at = $1, last_seen_at = $1', [jara.clock.now()])
    expect(await zainab.wallet()).toMatchObject({ availableKobo: '0', heldKobo: '0' })
    expect(await codeOf(close(zainab))).toBe('account.not-empty')
  })

  it('leaves money that comes in afterwards to operators: it is set aside and never credited', async () => {
    await emptyWallet(jara, zainab)
    const purchase = await buyByTransfer(jara, zainab)
    await jara.pass(2 * 60 * 60_000, 10 * 60_000)
    expect((await zainab.order(purchase.id).catch(() => null))?.state ?? 'expired').toBe('expired')
    await jara.database.query('update sessions set password_at = $1, last_seen_at = $1', [jara.clock.now()])
    expect((await close(zainab)).status).toBe(204)
    const availableBefore = await ledgerSum(jara.database, `user:${zainab.id}:available`)
    await jara.sandbox.payIn({ accountNumber, amountKobo: '250000', senderName: 'CHIDI EZE' })
    await payInto(jara, purchase)
    await jara.pass(10_000)
    expect(await ledgerSum(jara.database, `user:${zainab.id}:available`)).toBe(availableBefore)
    expect(await ledgerSum(jara.database, 'suspense:in')).toBe(250_000n + 650_000n)
    const deposits = await jara.database.query('select state, reason from deposits where user_id = $1', [zainab.id])
    expect(deposits).toEqual(Array(2).fill({ state: 'quarantined', reason: 'the account is closed' }))
  })

  it('calls operators when a payment comes back afterwards', async () => {
    await emptyWallet(jara, zainab)
    const [order] = await jara.database.query<{ reference: string }>('select reference from orders')
    expect((await close(zainab)).status).toBe(204)
    await jara.sandbox.decide(order?.reference ?? '', 'reversed')
    await jara.pass(2_000)
    expect(await alarms()).toContainEqual({
      kind: 'returned-to-closed-account',
      detail: expect.stringMatching(/came back after the account was closed$/),
    })
  })

  it('removes an hour later what a request that was under way had still written', async () => {
    await emptyWallet(jara, zainab)
    expect((await close(zainab)).status).toBe(204)
    await jara.database.query(
      `insert into customers (user_id, id, name, phone, created_at) values ($1, 'cus_late', 'Late', '08030000009', now())`,
      [zainab.id],
    )
    await jara.pass(61 * 60_000, 10 * 60_000)
    expect(await jara.database.query('select 1 from customers')).toEqual([])
  })

  it('refuses what was being approved or returned when it was closed', async () => {
    const { boughtBpcId } = await zainab.buyBpc('wallet')
    await jara.pass(2_000)
    const { availableKobo } = await zainab.wallet()
    await zainab.withdraw(BigInt(availableKobo) - STAMP_DUTY_KOBO)
    await jara.pass(2_000)
    const { id } = await zainab.quoteOf({ kind: 'bpc', fullName: NAME, email: zainab.email, payWith: 'transfer' })
    const [quote] = await findQuotes(jara.database, [{ userId: zainab.id, id }])
    if (quote === undefined || boughtBpcId === null) throw new Error('nothing to approve or return')
    expect((await close(zainab)).status).toBe(204)
    const refused = { code: 'session.none' }
    await expect(acceptOrder(jara.deps, quote, { evidence: null, pin: null })).rejects.toMatchObject(refused)
    const of = { userId: zainab.id as UserId, bpcId: boughtBpcId }
    await expect(returnCode(jara.deps, of)).rejects.toMatchObject(refused)
  })

  it('and approving or paying in at the same instant: closed and empty, or open', async () => {
    await emptyWallet(jara, zainab)
    const quotes = await Promise.all(
      Array.from({ length: 3 }, () =>
        zainab.quoteOf({ kind: 'bpc', fullName: NAME, email: zainab.email, payWith: 'transfer' }),
      ),
    )
    await jara.sandbox.payIn({ accountNumber, amountKobo: '5000' })
    const body = await closingBody(zainab)
    await Promise.all([
      zainab.call('DELETE', '/api/me', body),
      ...quotes.map(({ id }) => zainab.call('POST', '/api/orders', { quoteId: id })),
      jara.settle(),
    ])
    const open = await jara.database.query(`select 1 from orders where state = 'awaiting_payment'`)
    const available = await ledgerSum(jara.database, `user:${zainab.id}:available`)
    if (await isClosed()) expect([open, available]).toEqual([[], 0n])
    else expect(open.length > 0 || available > 0n).toBe(true)
  })
})
