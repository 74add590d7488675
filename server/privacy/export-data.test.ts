import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSION_FRESH_MS } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { EXPORT_FORMAT } from '#contract/privacy.ts'
import { type BusyMonths, busyMonths, signInAgain } from '#tests/support/busy-months.ts'
import { openedBy } from '#tests/support/cases.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { addPicture } from '#tests/support/leaving.ts'
import { giveAuthenticator } from '#tests/support/passkeys.ts'
import type { Person, Refusal } from '#tests/support/person.ts'
import { codesOf } from '#tests/support/purchases.ts'
import { EXPORT_PAGE_ROWS, EXPORTED_TABLES, exportData } from './export-data.ts'
import { exportsAtOnce } from './exports-at-once.ts'

type Row = Record<string, unknown>
type Exported = Record<string, Row[]> & { format: unknown }

describe.each(featureDatabases)('everything about a person on %s', (kind) => {
  let busy: BusyMonths
  let bola: Person
  let text: string
  let data: Exported
  let headers: Headers
  let secrets: string[]
  beforeAll(async () => {
    busy = await busyMonths(kind)
    const { jara, ada } = busy
    bola = await jara.person('Bola Ahmed')
    await openedBy(bola)
    await signInAgain(ada)
    await giveAuthenticator(jara, ada)
    await addPicture(jara, ada)
    await ada.call('POST', '/api/customers', { name: 'Bisi Ade', phone: '08030000001', network: 'mtn', note: null })
    await openedBy(ada)
    const offer = await ada.call<{ secret: string }>('POST', '/api/authenticator')
    const made = await ada.call<{ recoveryCodes: string[] }>('POST', '/api/recovery-codes')
    const codes = await codesOf(ada)
    const answer = await download(ada)
    headers = answer.headers
    text = await answer.text()
    data = JSON.parse(text)
    secrets = [
      ada.cookie().split('=')[1] ?? '',
      offer.body.secret,
      ...made.body.recoveryCodes,
      ...codes.map(({ code }) => code),
    ]
  })
  afterAll(() => busy.jara.close())

  const download = async (person: Person) =>
    await fetch(`${busy.jara.url}/api/me/export`, { method: 'POST', headers: { cookie: person.cookie() } })

  it('comes as a file to keep, named by its day, and in no cache', () => {
    expect(headers.get('content-disposition')).toBe('attachment; filename="jara-sandbox-data-2026-12-10.json"')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(data.format).toBe(EXPORT_FORMAT)
  })

  it('is every row that is kept, table by table', async () => {
    for (const { name: table, owner, where = 'true' } of EXPORTED_TABLES) {
      const [kept] = await busy.jara.database.query<{ count: number }>(
        // Nobody in this test wrote to support without signing in.
        `select count(*)::int as count from ${table} where ${owner === 'visitor' ? '$1::text is null' : `${owner} = $1`} and ${where}`,
        [busy.ada.id],
      )
      const name = table.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
      expect([table, data[name]?.length]).toEqual([table, kept?.count])
    }
    expect(data.users).toEqual([
      expect.objectContaining({ id: busy.ada.id, email: busy.ada.email, fullName: 'Ada Obi' }),
    ])
    expect(data.profileImages?.[0]?.webpBase64).toMatch(/^UklGR[\w+/]+=*$/)
    expect(data.customers).toEqual([expect.objectContaining({ name: 'Bisi Ade', phone: '08030000001' })])
    expect(data.caseMessages).toEqual([expect.objectContaining({ author: 'you', text: 'My transfer is late.' })])
  })

  it('adds up: the entries of its ledger are the balances of its accounts', () => {
    for (const account of data.ledgerAccounts ?? []) {
      const entries = (data.ledgerEntries ?? []).filter(({ accountId }) => accountId === account.id)
      expect(entries.reduce((sum, { amount }) => sum + BigInt(String(amount)), 0n)).toBe(
        BigInt(String(account.balance)),
      )
    }
    expect(data.ledgerAccounts?.length).toBeGreaterThan(1)
  })

  it('holds no secret and nobody else', () => {
    expect(secrets.length).toBeGreaterThan(12)
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    expect([bola.id, bola.email, 'argon2'].filter((each) => text.includes(each))).toEqual([])
  })

  it('tells its owner by mail, before anybody has it', async () => {
    await busy.jara.settle()
    const subjects = busy.jara.emails(busy.ada.email).map(({ subject }) => subject)
    expect(subjects).toContain('Jara: your data was downloaded')
  })

  it('needs a fresh password', async () => {
    busy.jara.clock.advance(SESSION_FRESH_MS + 1)
    await busy.ada.unlock()
    const refused = await download(busy.ada)
    expect([refused.status, ((await refused.json()) as Refusal).error.code]).toEqual([403, 'session.not-fresh'])
  })
})

describe.each(featureDatabases)('the rows of an export on %s', (kind) => {
  // Creating as many rows takes the embedded database a minute.
  const rows = kind === 'postgres' ? 100_000 : 5_000
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
  })
  afterAll(() => fresh.drop())

  it(`are read page by page, each once, in pieces of one page`, async () => {
    const userId = `usr_${'0'.repeat(35)}` as UserId
    await fresh.database.query(
      `insert into order_steps (user_id, order_id, seq, state, event, at)
       select $1, 'ord_' || n / 3, n % 3, 'held', 'send', now() from generate_series(1, $2::int) as n`,
      [userId, rows],
    )
    const deps = {
      clock: { now: () => new Date(0) },
      config: { brand: 'Jara', mode: 'sandbox', emailProof: false } as const,
      database: fresh.database,
    }
    const seen = new Set<string>()
    let [count, largest] = [0, 0]
    for await (const piece of exportData(deps, userId)) {
      const lines = piece.match(/"orderId":"ord_\d+","seq":\d/g) ?? []
      for (const line of lines) seen.add(line)
      count += lines.length
      largest = Math.max(largest, lines.length)
    }
    expect([seen.size, count, largest]).toEqual([rows, rows, EXPORT_PAGE_ROWS])
  })
})

describe('exports at once', () => {
  const person = (n: number) => `usr_${n}` as UserId
  let nowMs = 0
  const clock = { now: () => new Date(nowMs) }

  it('are one of an account: the next has to wait for its end', () => {
    const exports = exportsAtOnce(clock)
    const end = exports.begin(person(1), () => undefined)
    expect(() => exports.begin(person(1), () => undefined)).toThrow(
      expect.objectContaining({ code: 'request.too-many' }),
    )
    exports.begin(person(2), () => undefined)
    end()
    exports.begin(person(1), () => undefined)
  })

  it('are some of all; beyond that the one that began first gives way, when its reader has had half a minute', () => {
    const exports = exportsAtOnce(clock)
    const cutOff: number[] = []
    const begin = (n: number) => exports.begin(person(n), () => cutOff.push(n))
    for (let n = 0; n < 32; n++) begin(n)
    nowMs += 29_999
    expect(() => begin(32)).toThrow(expect.objectContaining({ code: 'server.busy' }))
    nowMs += 1
    begin(32)
    expect(cutOff).toEqual([0])
    // Ending the cut-off export does not free the place that another one took.
    begin(33)
    expect(cutOff).toEqual([0, 1])
  })

  it('read four pages at once, however many there are', async () => {
    const gate = Promise.withResolvers<void>()
    let reading = 0
    const database = {
      async query<Row>() {
        reading++
        await gate.promise
        reading--
        return [] as Row[]
      },
    }
    const { query } = exportsAtOnce(clock).inTurns(database)
    const pages = Array.from({ length: 32 }, () => query(''))
    await new Promise(setImmediate)
    expect(reading).toBe(4)
    gate.resolve()
    expect(await Promise.all(pages)).toHaveLength(32)
  })
})
