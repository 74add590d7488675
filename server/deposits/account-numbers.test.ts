import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Me } from '#contract/accounts.ts'
import { ACCOUNT_REQUEST_GAP_MS } from '#contract/constants.ts'
import type { FundingAccountAnswer } from '#contract/funding.ts'
import { DAY_MS } from '#contract/time.ts'
import { claimOne } from '#server/platform/jobs/queue.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { configureProviders } from '#server/providers/registry.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import { type Person, PHONE, type Refusal } from '#tests/support/person.ts'
import { issueAccount, REFUSED_RETRY_MAX_MS } from './issue-account.ts'

const MINUTE_MS = 60_000

describe.each(featureDatabases)('an account number on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let begunAt: Date
  beforeAll(async () => {
    jara = await startJara(kind)
  })
  afterAll(() => jara.close())
  beforeEach(async () => {
    await jara.sandbox.reset()
    // Each test starts on its own day, because each alarm is raised once a day.
    jara.clock.advance(DAY_MS)
    begunAt = jara.clock.now()
    ada = await jara.person('Adaeze Obi', { asksForAccount: false })
  })

  const ask = (body: object = {}) => ada.call<FundingAccountAnswer & Refusal>('POST', '/api/funding-account', body)
  /** Sessions lock after five minutes. */
  async function pass(ms: number): Promise<void> {
    await jara.pass(ms)
    expect((await ada.unlock()).status).toBeLessThan(300)
  }
  const refuse = (fault: string, count = 1) => jara.sandbox.fault({ operation: 'dedicated-account', fault, count })
  const alarms = () =>
    jara.database.query<{ kind: string; detail: string }>('select kind, detail from alarms where raised_at >= $1', [
      begunAt,
    ])
  const customer = () => [...jara.world.state.customers.values()].find(({ email }) => email === ada.email)

  it('is not asked for before its owner gives a phone number', async () => {
    await pass(30 * MINUTE_MS)
    expect(await fundingOf(ada)).toMatchObject({ status: 'not-asked', phone: null, refusedFor: null, account: null })
    expect(customer()).toMatchObject({ phone: null })
    expect(jara.world.state.accountNumberByCustomer.get(customer()?.code ?? '')).toBeUndefined()
    expect(await alarms()).toEqual([])
  })

  it.each([undefined, '', '0803 123 456', '+1 202 555 0100', '0505 123 4567', '08031234567x'])(
    'is not asked for with %j',
    async (phone) => {
      const { status, body } = await ask(phone === undefined ? {} : { phone })
      expect([status, body.error.code]).toEqual([400, 'account.phone-invalid'])
      await jara.settle()
      expect(await fundingOf(ada)).toMatchObject({ status: 'not-asked' })
    },
  )

  it('refuses a phone number that is too long, in plain words', async () => {
    const { status, body } = await ask({ phone: PHONE.padEnd(201) })
    expect([status, body.error.fields]).toEqual([400, { phone: 'Too long: use at most 200 characters.' }])
  })

  it.each([`${PHONE}${' '.repeat(40)}`, PHONE.slice(1), '\u202a+234\u00a0803\u00a0000\u20110000\u202c'])(
    'accepts %j, as copied from a spreadsheet or from contacts',
    async (phone) => {
      expect((await ask({ phone })).status).toBe(200)
      await jara.settle()
      expect(await fundingOf(ada)).toMatchObject({ status: 'ready' })
    },
  )

  it('is there after one step, and the bank has the phone number with its country', async () => {
    expect((await ask({ phone: '+234 803 123 4567' })).body).toMatchObject({ status: 'issuing', phone: null })
    await jara.settle()
    expect(await fundingOf(ada)).toMatchObject({ status: 'ready', account: { accountName: 'SANDBOX / ADAEZE OBI' } })
    expect(customer()).toMatchObject({ phone: '+2348031234567', firstName: 'Adaeze', lastName: 'Obi' })
    expect((await ada.call<Me>('GET', '/api/me')).body.phone).toBe(PHONE)
  })

  it('that is there stays the same when it is asked for again, with another phone number too', async () => {
    await ask({ phone: PHONE })
    await jara.settle()
    const { account } = await fundingOf(ada)
    expect((await ask({ phone: '08060000000' })).body).toMatchObject({ status: 'ready', account })
    expect((await ada.call<Me>('GET', '/api/me')).body.phone).toBe(PHONE)
  })

  it('asked for twenty times at once is one number of one customer', async () => {
    const before = jara.world.state.accounts.size
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask({ phone: PHONE })))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    await jara.settle()
    expect(await fundingOf(ada)).toMatchObject({ status: 'ready' })
    expect(jara.world.state.accounts.size).toBe(before + 1)
  })

  it('takes the phone number of the profile, and offers it', async () => {
    expect((await ada.call('PUT', '/api/me/phone', { phone: '0806 000 0000' })).status).toBe(200)
    expect(await fundingOf(ada)).toMatchObject({ status: 'not-asked', phone: '08060000000' })
    expect((await ask()).status).toBe(200)
    await jara.settle()
    expect(customer()).toMatchObject({ phone: '+2348060000000' })
  })

  it('offers the number that was proved for SMS alerts, and takes no step without its owner', async () => {
    await jara.database.query('insert into alert_phones (user_id, phone, proved_at) values ($1, $2, $3)', [
      ada.id,
      '08090000000',
      jara.clock.now(),
    ])
    await jara.database.query(
      `insert into sms_consents (user_id, id, is_on, shown, price_kobo, at) values ($1, $2, true, $3, 600, $4)`,
      [ada.id, `sco_${'1'.repeat(35)}`, 'I want SMS alerts on this number.', jara.clock.now()],
    )
    expect(await fundingOf(ada)).toMatchObject({ status: 'not-asked', phone: '08090000000' })
    expect((await ask()).body.error.code).toBe('account.phone-invalid')
    expect((await ask({ phone: '08090000000' })).status).toBe(200)
  })

  it('whose phone number the bank refuses is asked for again with another one', async () => {
    await refuse('account-phone-invalid', 2)
    await ask({ phone: PHONE })
    await jara.settle()
    expect(await fundingOf(ada)).toMatchObject({ status: 'refused', refusedFor: 'phone', phone: PHONE, account: null })
    await pass(24 * 60 * MINUTE_MS)
    expect(await fundingOf(ada)).toMatchObject({ status: 'refused' })
    expect(await alarms()).toEqual([])
    await jara.sandbox.reset()
    expect((await ask({ phone: '08060000000' })).body).toMatchObject({ status: 'issuing', refusedFor: null })
    await jara.settle()
    expect(await fundingOf(ada)).toMatchObject({ status: 'ready' })
    expect(customer()).toMatchObject({ phone: '+2348060000000' })
  })

  it('refused for its phone number is asked for again once its owner changes the number in the profile', async () => {
    const change = (phone: string) => ada.call('PUT', '/api/me/phone', { phone })
    await refuse('account-phone-invalid')
    await ask({ phone: PHONE })
    await jara.settle()
    expect((await change(PHONE)).status).toBe(200)
    await pass(MINUTE_MS)
    expect(await fundingOf(ada)).toMatchObject({ status: 'refused', refusedFor: 'phone' })
    expect((await change('08060000000')).status).toBe(200)
    expect(await fundingOf(ada)).toMatchObject({ status: 'issuing', refusedFor: null })
    await jara.settle()
    expect(await fundingOf(ada)).toMatchObject({ status: 'ready' })
    expect(customer()).toMatchObject({ phone: '+2348060000000' })
  })

  it('retries with the new phone number when it changes while the bank refuses the old one', async () => {
    await refuse('account-phone-invalid')
    await ask({ phone: PHONE })
    const changesMeanwhile: PaymentProvider = {
      ...jara.payments,
      async issueAccount(of) {
        const answer = await jara.payments.issueAccount(of)
        expect((await ada.call('PUT', '/api/me/phone', { phone: '0806 000 0000' })).status).toBe(200)
        return answer
      },
    }
    const providers = configureProviders({ payments: [changesMeanwhile], bills: [jara.bills] })
    const claim = await claimOne(jara.database, jara.clock.now(), 'issue-account', ada.id)
    if (claim === null) throw new Error('no job to issue an account')
    expect(await issueAccount({ ...jara.deps, providers }, claim)).toEqual({ dueAt: expect.any(Date) })
    expect(await fundingOf(ada)).toMatchObject({ status: 'issuing', refusedFor: null })
    // The claiming worker stops here; another takes the job over.
    await pass(4 * MINUTE_MS)
    expect(await fundingOf(ada)).toMatchObject({ status: 'ready' })
    expect(customer()).toMatchObject({ phone: '+2348060000000' })
  })

  it('is not asked for because its owner changes the number in the profile, unless the number was refused', async () => {
    await ada.call('PUT', '/api/me/phone', { phone: PHONE })
    await jara.settle()
    expect(await fundingOf(ada)).toMatchObject({ status: 'not-asked' })
    await refuse('account-not-enabled')
    await ask()
    await jara.settle()
    await ada.call('PUT', '/api/me/phone', { phone: '08060000000' })
    await jara.settle()
    expect(await fundingOf(ada)).toMatchObject({ status: 'refused', refusedFor: 'us' })
  })

  it.each([
    [
      'account-not-validated',
      'it wants each customer validated first',
      'http 400 customer_not_validated: Customer [name] [name] has',
    ],
    ['account-limit-reached', 'the limit of account numbers', 'http 400 dedicated_account_limit: Your business'],
    ['account-not-enabled', 'are not enabled for our business', 'http 403 feature_unavailable: Dedicated NUBAN is not'],
    ['account-name-missing', 'for a reason that we do not know', 'http 400 missing_params: Customer first name'],
  ])(
    'refused with %s is told to its owner and to operators, and asked for again automatically',
    async (fault, advice, said) => {
      await refuse(fault, 100)
      await ask({ phone: PHONE })
      await jara.settle()
      expect(await fundingOf(ada)).toMatchObject({ status: 'refused', refusedFor: 'us', phone: PHONE })
      expect(await alarms()).toEqual([{ kind: 'account-refused', detail: expect.stringContaining(advice) }])
      expect((await alarms())[0]?.detail).toContain(said)
      // Nothing else suffers: other calls to the provider are made as before.
      expect(jara.payments.available()).toBe(true)
      await jara.sandbox.reset()
      await pass(30 * MINUTE_MS)
      expect(await fundingOf(ada)).toMatchObject({ status: 'ready', refusedFor: null })
    },
  )

  it('is asked for at once when its owner taps, and ever more seldom otherwise', async () => {
    await refuse('account-not-enabled', 1_000)
    await ask({ phone: PHONE })
    await jara.settle()
    const waits: number[] = []
    for (let round = 0; round < 7; round++) {
      const [job] = await jara.database.query<{ due_at: Date }>(
        `select due_at from jobs where kind = 'issue-account' and subject_id = $1`,
        [ada.id],
      )
      waits.push((job?.due_at.getTime() ?? 0) - jara.clock.now().getTime())
      jara.clock.advance(waits.at(-1) ?? 0)
      await jara.worker.runDue()
    }
    expect(waits.map((ms) => ms / MINUTE_MS)).toEqual([15, 30, 60, 120, 240, 360, 360])
    expect(waits.at(-1)).toBe(REFUSED_RETRY_MAX_MS)
    await jara.sandbox.reset()
    await ada.unlock()
    expect((await ask()).body).toMatchObject({ status: 'issuing' })
    await jara.settle()
    expect(await fundingOf(ada)).toMatchObject({ status: 'ready' })
  })

  it('refused for many people raises one alarm a day', async () => {
    await refuse('account-limit-reached', 100)
    await ask({ phone: PHONE })
    ada = await jara.person('Bola Ade', { asksForAccount: false })
    await ask({ phone: PHONE })
    await jara.settle()
    expect(await alarms()).toHaveLength(1)
  })

  it('of a customer whom a BPC payment made by email alone is completed', async () => {
    const known = customer()
    if (known === undefined) throw new Error('no customer')
    jara.world.record([{ type: 'customer.saved', customer: { ...known, firstName: '', lastName: '' } }])
    await ask({ phone: PHONE })
    await jara.settle()
    expect(await fundingOf(ada)).toMatchObject({ status: 'ready' })
    expect(customer()).toMatchObject({ phone: '+2348031234567', firstName: 'Adaeze' })
  })

  it('asked for again within seconds waits for the rest of ten', async () => {
    await refuse('account-phone-invalid')
    await ask({ phone: PHONE })
    await jara.settle()
    jara.clock.advance(1_000)
    expect((await ask({ phone: '08060000000' })).body).toMatchObject({ status: 'issuing' })
    await jara.settle()
    expect(await fundingOf(ada)).toMatchObject({ status: 'issuing' })
    jara.clock.advance(ACCOUNT_REQUEST_GAP_MS - 1_000)
    await jara.settle()
    expect(await fundingOf(ada)).toMatchObject({ status: 'ready' })
  })

  it('is asked for over HTTP with a session only, and never with another field', async () => {
    const anonymous = await fetch(`${jara.url}/api/funding-account`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ phone: PHONE }),
    })
    expect(anonymous.status).toBe(401)
    expect((await ask({ phone: PHONE, userId: 'usr_1' })).status).toBe(400)
  })
})
