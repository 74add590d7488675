import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FULL_NAME_MAX_LENGTH, PASSKEY_NAME_MAX_LENGTH } from '#contract/constants.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { newKey, openedBy } from '#tests/support/cases.ts'
import { formulasIn, readCsv } from '#tests/support/csv.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import { sampled } from '#tests/support/nightly.ts'
import { giveAuthenticator } from '#tests/support/passkeys.ts'
import { type Person, RECIPIENT } from '#tests/support/person.ts'
import { airtime } from '#tests/support/purchases.ts'
import { type Answer, send } from './ask.ts'
import { XSS_PAYLOADS } from './xss-payloads.ts'

/** Messages that a person adds to one report. */
const MESSAGES_EACH = 45
const CUSTOMER_NAME_MAX_LENGTH = 80
/** The payer's name from a bank: some of the payloads, each in its own payment. */
const SENDERS = XSS_PAYLOADS.filter((_, index) => index % 8 === 0 || index >= XSS_PAYLOADS.length - 12)

describe(`each of ${XSS_PAYLOADS.length} texts that would run as code`, () => {
  let jara: TestJara
  let ada: Person
  let passkeyId: string

  beforeAll(async () => {
    jara = await startJara('pglite')
    ada = await jara.person()
    await giveAuthenticator(jara, ada)
    const { body } = await ada.call<{ passkeys: { id: string }[] }>('GET', '/api/passkeys')
    passkeyId = body.passkeys[0]?.id ?? ''
  })
  afterAll(() => jara.close())

  type Method = 'GET' | 'POST' | 'PATCH'
  async function ask(method: Method, url: string, payload?: object): Promise<Answer> {
    const headers = { cookie: ada.cookie() }
    return await send(jara, { method, url, headers, ...(payload === undefined ? {} : { payload }) })
  }

  /** JSON that a browser cannot mistake for anything else, whether it is a refusal or contains the text. */
  function expectJson({ status, text, headers }: Answer): unknown {
    expect(status).toBeLessThan(500)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    return JSON.parse(text)
  }

  const FIELDS: Readonly<Record<string, (payload: string) => Promise<Answer>>> = {
    'the name of a passkey': (name) =>
      ask('PATCH', `/api/passkeys/${passkeyId}`, { name: name.slice(0, PASSKEY_NAME_MAX_LENGTH) }),
    'the name and note of a customer': (text) =>
      ask('POST', '/api/customers', {
        name: text.slice(0, CUSTOMER_NAME_MAX_LENGTH),
        phone: '08031234567',
        note: text,
      }),
    'the name of who a sale is for': (customerName) =>
      ask('POST', '/api/quotes', airtime({ sale: { customerName, priceKobo: '110000' } })),
    'the name on a BPC': (fullName) =>
      ask('POST', '/api/quotes', { kind: 'bpc', fullName, email: 'ada@example.ng', payWith: 'wallet' }),
    'a BPC code': (text) =>
      ask('POST', '/api/quotes', {
        kind: 'withdrawal',
        ...RECIPIENT,
        amountKobo: '150000',
        bpcCode: text.slice(0, 40),
      }),
    'what is looked for in the history': (text) => ask('POST', '/api/transactions/search', { q: text }),
    'the cursor of a page': (text) => ask('GET', `/api/transactions?cursor=${encodeURIComponent(text)}`),
  }

  it.each(Object.entries(FIELDS))('is text or refused as %s', async (name, put) => {
    const turn = Object.keys(FIELDS).indexOf(name)
    for (const payload of sampled(XSS_PAYLOADS, Object.keys(FIELDS).length, turn)) expectJson(await put(payload))
  })

  it('is refused as a name, in which there are only letters', async () => {
    for (const payload of sampled(XSS_PAYLOADS, 3, 1)) {
      const answer = await ask('PATCH', '/api/me', { fullName: payload.slice(0, FULL_NAME_MAX_LENGTH) })
      expect([payload, answer.status]).toEqual([payload, 400])
      expectJson(answer)
    }
  })

  it('is kept as it is in a report, and read back as text', async () => {
    let id = ''
    for (const [index, payload] of XSS_PAYLOADS.entries()) {
      // A new person and report after this many, because both have limits.
      if (index % MESSAGES_EACH === 0) {
        ada = await jara.person()
        id = (await openedBy(ada)).id
      }
      expectJson(await ask('POST', `/api/cases/${id}/messages`, { key: newKey(), text: payload }))
    }
    expectJson(await ask('GET', `/api/cases/${id}`))
    expectJson(await ask('GET', '/api/cases'))
  })

  it('is text in a list and in the file of it, and runs no formula there', async () => {
    for (let from = 0; from < XSS_PAYLOADS.length; from += 100) {
      const rows = XSS_PAYLOADS.slice(from, from + 100).map((payload, index) => ({
        phone: `0803${1_000_000 + from + index}`,
        network: 'mtn',
        amountKobo: '50000',
        priceKobo: '60000',
        customerName: payload,
      }))
      const checked = expectJson(await ask('POST', '/api/batches', { kind: 'airtime', rows })) as {
        batch: { id: string }
      }
      expectHarmlessCsv(await ask('GET', `/api/batches/${checked.batch.id}/csv`))
    }
    const pasted = XSS_PAYLOADS.slice(0, 150).join('\n')
    expectJson(await ask('POST', '/api/batches', { kind: 'airtime', text: pasted }))
  })

  it('is text when a bank says it: who paid, in the history, the statement, its PDF and the receipt', async () => {
    ada = await jara.person()
    const { account } = await fundingOf(ada)
    for (const senderName of SENDERS) {
      await jara.sandbox
        .payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '10000', senderName })
        .catch(() => null)
    }
    await jara.settle()
    const listed = expectJson(await ask('GET', '/api/transactions?limit=50&kind=deposit')) as TransactionsAnswer
    expect(listed.transactions.length).toBeGreaterThan(40)
    for (const { id } of listed.transactions.slice(0, 10)) {
      expectJson(await ask('GET', `/api/transactions/${id}`))
      expectJson(await ask('POST', `/api/transactions/${id}/receipt`))
      expectHarmlessPdf(await ask('POST', `/api/transactions/${id}/receipt.pdf`))
    }
    const day = { from: '2026-11-21', to: '2026-11-21' }
    expectHarmlessCsv(await ask('POST', '/api/statements/csv', day))
    expectHarmlessPdf(await ask('POST', '/api/statements/pdf', day))
  })

  it('is text when a bank says it: the name of a recipient, in quote, terms and history', async () => {
    for (const payload of XSS_PAYLOADS.filter((_, index) => index % 10 === 0)) {
      const named = { operation: 'resolve', fault: 'odd-text', field: 'account_name', text: payload, count: 2 }
      await jara.sandbox.fault(named)
      expectJson(await ask('POST', '/api/banks/resolve', RECIPIENT))
      expectJson(await ask('POST', '/api/quotes', { kind: 'withdrawal', ...RECIPIENT, amountKobo: '150000' }))
    }
  })

  it('in an address is in no page', async () => {
    for (const payload of sampled(XSS_PAYLOADS, 3)) {
      const text = encodeURIComponent(payload)
      for (const url of [`/?q=${text}`, `/r/${text}`, `/support/cases/${text}`, `/${text}`, `/signin?next=${text}`]) {
        const page = await send(jara, { method: 'GET', url })
        expect([200, 400, 404]).toContain(page.status)
        if (payload.includes('alert')) expect(page.text).not.toContain(payload)
        expect(page.text).not.toContain('alert(1)')
        expect(page.headers.location).toBeUndefined()
      }
    }
  })
})

/** A file in which every cell is a number, or starts with nothing that a spreadsheet runs. */
function expectHarmlessCsv({ status, text, headers }: Answer): void {
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"$/)
  const cells = readCsv(text).flat()
  expect(cells.length).toBeGreaterThan(10)
  expect(formulasIn(cells)).toEqual([])
}

/** A file that opens nothing and runs nothing. */
function expectHarmlessPdf({ status, text, headers }: Answer): void {
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"$/)
  expect(text).not.toMatch(/\/(?:JS|JavaScript|OpenAction|AA|Launch|SubmitForm|GoToR|EmbeddedFile)\b/)
}
