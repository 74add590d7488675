import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  CODE_WRONG_MAX,
  SECOND_STEP_LIFETIME_MS,
  SESSION_FRESH_MS,
  SMS_CODES_PER_NUMBER_MAX,
  SMS_CODES_PER_PERSON_MAX,
  SMS_CODES_WINDOW_MS,
} from '#contract/constants.ts'
import { SMS_OFF_TEXT, type SmsAnswer } from '#contract/sms.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { close, emptyWallet, tablesWith } from '#tests/support/leaving.ts'
import type { Person, Refusal } from '#tests/support/person.ts'
import { AGREED, alertFor, smsCode, turnSmsOn } from '#tests/support/sms.ts'
import { sendSms } from './send-sms.ts'

const PHONE = '08031234567'

describe.each(featureDatabases)('the number of SMS alerts on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  beforeEach(async () => {
    jara = await startJara(kind)
    ada = await jara.person('Ada Obi')
  })
  afterEach(() => jara.close())

  const settings = async (person = ada) => (await person.call<SmsAnswer>('GET', '/api/sms')).body
  const ask = (phone = PHONE, person = ada) => person.call('POST', '/api/sms/phone', { phone })
  const confirm = (over: object = {}, person = ada) =>
    person.call('POST', '/api/sms/phone/confirm', { phone: PHONE, code: smsCode(jara, PHONE), agreed: AGREED, ...over })
  const decline = () => ada.call('DELETE', '/api/sms')
  const codeOf = async (answer: Promise<{ status: number; body: unknown }>) => (await answer).body as Refusal
  const refusal = async (answer: Promise<{ status: number; body: unknown }>) => (await codeOf(answer)).error?.code
  const consents = () =>
    jara.database.query('select is_on, shown, price_kobo, at from sms_consents where user_id = $1 order by id', [
      ada.id,
    ])
  const events = () =>
    jara.database.query<{ kind: string }>(
      "select kind from account_events where user_id = $1 and kind like 'sms-%' order by id",
      [ada.id],
    )

  it('is none at first; a code by SMS proves it together with what is agreed to, and its owner is told', async () => {
    expect(await settings()).toEqual({
      offered: true,
      phone: null,
      since: null,
      declinedAt: null,
      pausedBy: null,
      priceKobo: '600',
      onText: AGREED,
      offText: SMS_OFF_TEXT,
    })
    expect((await ask('+234 803 123 4567')).body).toEqual({
      phone: '0803 ••• 4567',
      outcome: 'accepted',
      expiresAt: new Date(jara.clock.now().getTime() + SECOND_STEP_LIFETIME_MS).toISOString(),
    })
    expect(jara.smsTo(PHONE)).toMatchObject([{ from: 'Jara', parts: 1 }])
    expect(await settings()).toMatchObject({ phone: null })
    expect((await confirm()).body).toMatchObject({ phone: '0803 ••• 4567', declinedAt: null })
    expect(await consents()).toEqual([{ is_on: true, shown: AGREED, price_kobo: 600n, at: jara.clock.now() }])
    expect(await events()).toEqual([{ kind: 'sms-on' }])
    await jara.settle()
    expect(jara.emails(ada.email)[0]?.subject).toBe('Jara: SMS alerts are on')
    // Codes are free for their owner.
    expect((await ada.wallet()).availableKobo).toBe('20000000')
  })

  it('is declined in writing, before and after it was set, once each', async () => {
    expect((await decline()).body).toMatchObject({ phone: null, declinedAt: jara.clock.now().toISOString() })
    await decline()
    expect(await events()).toEqual([])
    jara.clock.advance(1_000)
    await turnSmsOn(jara, ada, PHONE)
    expect(await settings()).toMatchObject({ declinedAt: null })
    jara.clock.advance(1_000)
    await decline()
    expect((await consents()).map((row) => Object.values(row).slice(0, 3))).toEqual([
      [false, SMS_OFF_TEXT, 600n],
      [true, AGREED, 600n],
      [false, SMS_OFF_TEXT, 600n],
    ])
    expect(await events()).toEqual([{ kind: 'sms-on' }, { kind: 'sms-off' }])
    expect(await sendSms(jara.deps, alertFor(jara.deps, ada.id))).toBe('off')
    await expect(jara.database.query("update sms_consents set shown = 'something else entirely'")).rejects.toThrow()
  })

  it('takes a full sign-in that is fresh', async () => {
    jara.clock.advance(SESSION_FRESH_MS + 1)
    await ada.unlock()
    for (const answer of [ask(), confirm({ code: '123456' }), decline()])
      expect(await refusal(answer)).toBe('session.not-fresh')
    expect(jara.smsTo(PHONE)).toEqual([])
  })

  it.each(['', '12345', '07001234567', '+1 202 555 0143', '0803123456a'])('is not %j', async (phone) => {
    expect(await refusal(ask(phone))).toBe('sms.phone-invalid')
  })

  it('takes the code of this number and person, once, in time, and with the text as it is now', async () => {
    const bisi = await jara.person('Bisi Ade')
    await ask()
    const code = smsCode(jara, PHONE)
    expect(await refusal(confirm({ agreed: AGREED.replace('6.00', '4.00') }))).toBe('sms.text-changed')
    expect(await refusal(confirm({ phone: '08031234568' }))).toBe('sms.code-wrong')
    expect(await refusal(confirm({}, bisi))).toBe('sms.code-wrong')
    expect((await confirm({ code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200)
    expect(await refusal(confirm({ code }))).toBe('sms.code-wrong')
    await ask()
    jara.clock.advance(SECOND_STEP_LIFETIME_MS)
    await ada.unlock()
    expect(['sms.code-wrong', 'session.not-fresh']).toContain(await refusal(confirm()))
  })

  it('ends a code after five wrong tries', async () => {
    await ask()
    const code = smsCode(jara, PHONE)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let n = 0; n < CODE_WRONG_MAX; n++) expect(await refusal(confirm({ code: wrong }))).toBe('sms.code-wrong')
    expect(await refusal(confirm({ code }))).toBe('sms.code-wrong')
    expect(await settings()).toMatchObject({ phone: null })
  })

  it('gets no more codes in a day than a person may ask for, and than a number may get, also at once', async () => {
    const numbers = Array.from({ length: SMS_CODES_PER_PERSON_MAX + 3 }, (_, n) => `0803123450${n}`)
    const answers = await Promise.all(numbers.map((phone) => ask(phone)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(SMS_CODES_PER_PERSON_MAX)
    expect(await refusal(ask())).toBe('sms.too-many-codes')
    expect(jara.world.state.sms).toHaveLength(SMS_CODES_PER_PERSON_MAX)
    const others = [await jara.person('Bisi Ade'), await jara.person('Chi Eze')]
    for (let n = 0; n < SMS_CODES_PER_NUMBER_MAX; n++)
      expect((await ask(PHONE, others[n < 3 ? 0 : 1])).status).toBe(202)
    expect(await refusal(ask(PHONE, others[1]))).toBe('sms.too-many-codes')
    jara.clock.advance(SMS_CODES_WINDOW_MS)
    expect((await askAgain(others[1])).status).toBe(202)
  })

  async function askAgain(person = ada) {
    const body = { email: person.email, password: person.password, device: { publicKey: person.device.publicKey } }
    await person.call('POST', '/api/sessions', body)
    return await ask(PHONE, person)
  }

  it('says so when the provider gives no answer or refuses, and alarms operators of what is wrong with us', async () => {
    await jara.sandbox.fault({ provider: 'termii', operation: 'send', fault: 'reset' })
    expect((await ask()).body).toMatchObject({ outcome: 'unknown' })
    expect((await confirm()).status).toBe(200)
    await jara.sandbox.fault({ provider: 'termii', operation: 'send', fault: 'refuse' })
    expect(await refusal(ask())).toBe('sms.not-sent')
    expect(await jara.database.query("select kind from alarms where kind = 'sms-refused'")).toHaveLength(1)
  })

  it('gets its codes all the same when the provider refused some of them because of us, and no more', async () => {
    await ask()
    for (let n = 0; n < SMS_CODES_PER_PERSON_MAX; n++) {
      await jara.sandbox.fault({ provider: 'termii', operation: 'send', fault: 'refuse' })
      expect(await refusal(ask())).toBe('sms.not-sent')
    }
    for (let n = 1; n < SMS_CODES_PER_PERSON_MAX; n++) expect((await ask()).status).toBe(202)
    expect(await refusal(ask())).toBe('sms.too-many-codes')
  })

  it('is in no log, and leaves a closed account with the consents, and with charges in the books', async () => {
    await turnSmsOn(jara, ada, PHONE)
    expect(await sendSms(jara.deps, alertFor(jara.deps, ada.id))).toBe('sent')
    await expect(emptyWallet(jara, ada)).rejects.toThrow()
    await ada.withdraw(19_989_400n)
    await jara.pass(2_000)
    expect((await ada.wallet()).availableKobo).toBe('0')
    expect((await close(ada)).status).toBe(204)
    expect(await tablesWith(jara.database, PHONE)).toEqual([])
    expect(await consents()).toHaveLength(1)
    expect(await jara.database.query('select state, charged_kobo from sms_messages')).toEqual([
      { state: 'sent', charged_kobo: 600n },
    ])
  })
})
