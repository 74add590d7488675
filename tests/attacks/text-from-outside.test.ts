import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReceiptAddress } from '#contract/receipts.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { readOperatorName } from '#server/identity/operators/operator.ts'
import { endSessionsByOperator } from '#server/identity/sessions/operate-sessions.ts'
import { createLog } from '#server/platform/log.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import { openedBy } from '#tests/support/cases.ts'
import { formulasIn, readCsv } from '#tests/support/csv.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { EMPTY_TEXTS, HOSTILE_TEXTS, type HostileText, UNCLEAN } from '#tests/support/hostile-text.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { sampled } from '#tests/support/nightly.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import { giveAuthenticator } from '#tests/support/passkeys.ts'
import { readPdf } from '#tests/support/pdf-text.ts'
import type { Person } from '#tests/support/person.ts'
import { send } from './ask.ts'
import { TYPED_BY_PEOPLE } from './text-of-people.ts'
import { type Life, SAID_BY_PROVIDERS, type Source, type Told } from './text-sources.ts'

const SOURCES = [...SAID_BY_PROVIDERS, ...TYPED_BY_PEOPLE]

/** Responses to these are read completely in the end. */
const READ_BY_OWNER = [
  '/api/me',
  '/api/wallet',
  '/api/funding-account',
  '/api/beneficiaries',
  '/api/banks',
  '/api/billers',
  '/api/customers',
  '/api/passkeys',
  '/api/sessions',
  '/api/cases',
  '/api/account-events',
  '/api/installation',
]

describe.each(featureDatabases)('text from outside on %s', (kind) => {
  const lines: string[] = []
  let jara: TestJara
  let ada: Person
  let bola: Person
  let life: Life

  beforeAll(async () => {
    const log = createLog('debug', { write: (line: string) => void lines.push(line) })
    jara = await startJara(kind, { log })
    ada = await jara.person('Ada Obi')
    bola = await jara.person('Bola Ahmed')
    await giveAuthenticator(jara, ada)
    const { passkeys } = (await ada.call<{ passkeys: { id: string }[] }>('GET', '/api/passkeys')).body
    life = { jara, ada, passkeyId: passkeys[0]?.id ?? '', caseId: (await openedBy(ada)).id }
  })
  afterAll(() => jara.close())

  it.each(SOURCES)('as $what is clean wherever it ends', async (source) => {
    // So that the sender of a payment, which statements show, also contains the formula.
    const turn = SOURCES.indexOf(source) + 1
    for (const hostile of sampled(HOSTILE_TEXTS, 3, turn)) {
      const told = await source.feed(life, hostile.text)
      expect([hostile.what, told]).toEqual([hostile.what, expectedOf(source, hostile, told)])
    }
    for (const text of sampled(EMPTY_TEXTS, 3, turn)) {
      const told = await source.feed(life, text)
      expect([text, told]).toEqual([text, insteadOf(source, told)])
    }
  })

  it('as what a browser calls itself is our own words about it', async () => {
    for (const { text } of HOSTILE_TEXTS) {
      const { publicKey } = bola.device
      jara.clock.advance(60_000)
      const { status } = await send(jara, {
        method: 'POST',
        url: '/api/sessions',
        headers: { host: new URL(jara.url).host, 'user-agent': `Mozilla/5.0 (Android; ${text}) Chrome/1 ${text}` },
        payload: { email: bola.email, password: bola.password, device: { publicKey } },
      })
      expect(status).toBe(200)
    }
    const stored = await jara.database.query<{ browser: string }>(
      'select distinct browser from sessions where browser is not null order by 1',
    )
    // Of an endless name only the beginning is read.
    expect(stored.map(({ browser }) => browser)).toEqual(['A browser on Android', 'Chrome on Android'])
  })

  it('as what an operator types is clean in what stays of it', async () => {
    // Text that is too long is refused, not cut.
    const isTooLong = (text: string, max: number) => [...cleanLine(text, Number.POSITIVE_INFINITY)].length > max
    for (const { text } of HOSTILE_TEXTS) {
      const name = `Ada ${text}`
      if (isTooLong(name, 80)) expect(() => readOperatorName(name)).toThrow('at most 80 characters')
      else expect(uncleanIn(readOperatorName(name))).toEqual([])
    }
    const operator = await operatorNamed(jara.database, 'Ada Obi')
    for (const { text } of HOSTILE_TEXTS) {
      jara.clock.advance(1_000)
      const uncheckedReason = `Cookies were stolen: ${text}`
      const ending = endSessionsByOperator(jara.deps, { whose: { email: bola.email }, operator, uncheckedReason })
      if (isTooLong(uncheckedReason, 300)) await expect(ending).rejects.toThrow('at most 300 characters')
      else await ending
    }
    const kept = HOSTILE_TEXTS.filter(({ text }) => !isTooLong(`Cookies were stolen: ${text}`, 300))
    const ended = await jara.database.query<{ detail: string }>(
      "select detail from alarms where kind = 'sessions-ended'",
    )
    expect(ended).toHaveLength(kept.length)
    expect(uncleanIn(ended)).toEqual([])
  })

  it('is clean in every row of every table', async () => {
    const tables = await jara.database.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
    expect(tables.length).toBeGreaterThan(40)
    for (const { name } of tables) {
      const rows = await jara.database.query<{ row: unknown }>(
        `select to_jsonb(each_row) as row from ${name} as each_row`,
      )
      expect([name, uncleanIn(rows)]).toEqual([name, []])
    }
  })

  it('is clean in every answer to its owner', async () => {
    await ada.unlock()
    for (const path of READ_BY_OWNER) {
      const { status, body } = await ada.call('GET', path)
      expect([path, status, uncleanIn(body)]).toEqual([path, 200, []])
    }
    for (const { id, orderId } of await history()) {
      expect(uncleanIn((await ada.call('GET', `/api/transactions/${id}`)).body)).toEqual([])
      if (orderId !== null) expect(uncleanIn((await ada.call('GET', `/api/orders/${orderId}`)).body)).toEqual([])
    }
  })

  it('is clean in receipts and their files', async () => {
    for (const { id } of (await history()).slice(0, 60)) {
      const { code } = (await ada.call<ReceiptAddress>('POST', `/api/transactions/${id}/receipt`)).body
      expect(uncleanIn((await ada.call('GET', `/api/receipts/${code}`)).body)).toEqual([])
    }
    const [newest] = await history()
    expectCleanPdf(await file(`/api/transactions/${newest?.id}/receipt.pdf`))
  })

  it('is clean in statements and their files, and no formula there', async () => {
    const days = { from: '2026-11-21', to: '2026-12-31' }
    const cells = readCsv((await file('/api/statements/csv', days)).toString()).flat()
    expect(cells.length).toBeGreaterThan(300)
    expect(uncleanIn(cells)).toEqual([])
    expect(cells.filter((cell) => cell.startsWith("'=HYPERLINK"))).not.toEqual([])
    expect(formulasIn(cells)).toEqual([])
    expectCleanPdf(await file('/api/statements/pdf', days))
    for (const { text } of HOSTILE_TEXTS.filter(({ what }) => what !== '5,000 characters')) {
      expectCleanPdf(await file('/api/statements/pdf', { ...days, q: text }))
    }
  })

  it('is clean in every email', () => {
    const emails = jara.world.state.emails
    expect(emails.length).toBeGreaterThan(0)
    expect(uncleanIn(emails.map(({ subject, text, to }) => [subject, text, to]))).toEqual([])
  })

  it('is nowhere in the log as it came, and each event is one line that can be seen', () => {
    expect(lines.length).toBeGreaterThan(100)
    for (const each of lines) expect(each).not.toMatch(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u)
    expect(lines.map((each) => JSON.parse(each) as unknown).flatMap(uncleanIn)).toEqual([])
  })

  async function history() {
    await ada.unlock()
    const found: TransactionsAnswer['transactions'] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = cursor === '' ? '' : `&cursor=${cursor}`
      const page: TransactionsAnswer = (await ada.call<TransactionsAnswer>('GET', `/api/transactions?limit=50${query}`))
        .body
      found.push(...page.transactions)
      cursor = page.nextCursor
    }
    return found
  }

  async function file(path: string, body?: object): Promise<Buffer> {
    await ada.unlock()
    const response = await fetch(jara.url + path, {
      method: 'POST',
      headers: { cookie: ada.cookie(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${bytes.toString()}`)
    return bytes
  }
})

/** The expected result of a hostile text. Where it is shown, every place shows the same. */
function expectedOf(source: Source, { what, kept }: HostileText, told: Told): Told {
  if (what === '5,000 characters' && source.tooLong !== 'cut') {
    return source.tooLong === null ? shownAs(told, null) : { refused: refusalFor(source, 'request.invalid') }
  }
  if (source.isHolder && what === 'letters of two scripts') return { refused: refusalFor(source, '') }
  return shownAs(told, kept)
}

/** The expected result of a text that is empty once cleaned. */
function insteadOf(source: Source, told: Told): Told {
  if (source.instead === 'refused') return { refused: refusalFor(source, REFUSED_EMPTY[source.what] ?? '') }
  // An older list is better than none, and its name is true.
  if (source.instead === 'left out')
    return 'shown' in told && uncleanIn(told.shown).length === 0 ? told : { refused: 'bundle.invalid' }
  return shownAs(told, source.instead)
}

const REFUSED_EMPTY: Readonly<Record<string, string>> = {
  'the name of a seller’s customer': 'form.incomplete',
  'the name of a passkey': 'passkey.name-invalid',
  'a report, and a message in one': 'case.text-invalid',
}

function refusalFor({ what, isHolder }: Source, otherwise: string): string {
  if (isHolder) return what.includes('meter') ? 'customer.unreadable' : 'name.unreadable'
  return what.startsWith('a report') ? 'case.text-invalid' : otherwise
}

function shownAs(told: Told, text: string | null): Told {
  return { shown: 'shown' in told ? told.shown.map(() => text) : [text] }
}

/** Every unclean line of every text in a value. */
function uncleanIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return value
      .split('\n')
      .filter((each) => UNCLEAN.test(each) || !each.isWellFormed() || each !== each.normalize('NFC'))
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) return []
  return Object.values(value).flatMap(uncleanIn)
}

function expectCleanPdf(bytes: Buffer): void {
  expect(readPdf(bytes).flatMap(({ text }) => uncleanIn(text))).toEqual([])
}
