import { describe, expect, it } from 'vitest'
import type { TestJara } from '#tests/support/jara.ts'
import { type Attack, requestOf, send } from './ask.ts'
import { ROUTES, type Row } from './route-table.ts'
import { allRows, type Victim } from './victim.ts'
import { makeVictimBefore } from './victim-before.ts'

const rows = Object.entries(ROUTES).filter(([name]) => name.includes(' /api/'))
/** Browsers send these on their own; they only cause a line in the log. */
const FROM_ANYWHERE = 'POST /api/csp-reports'
/** Mailboxes send it as a form without a session: only the token in its address counts. */
const FROM_MAILBOXES = 'POST /api/alerts/unsubscribe'
const unsafe = rows.filter(([name]) => !name.startsWith('GET ') && name !== FROM_ANYWHERE)
const safe = Object.entries(ROUTES).filter(([name]) => name.startsWith('GET '))

/** All the ways in which a browser marks a request from another page. */
const FOREIGN: readonly Readonly<Record<string, string>>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'https://localhost.evil.example' },
  { origin: '' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
]

/** The only content types that a page may send anywhere without a preflight. */
const FORMS = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'] as const

/** What a GET writes, and why it may: a challenge is only useful to its reader. */
const WRITTEN_BY: Readonly<Record<string, readonly string[]>> = { 'GET /api/challenges': ['challenges'] }

describe('a page elsewhere, in the browser of a signed-in user,', () => {
  let jara: TestJara
  let victim: Victim
  let attack: Attack
  makeVictimBefore((made) => {
    attack = made
    ;({ jara, victim } = made)
  })

  const asVictim = (name: string, row: Row) => requestOf(attack, name, row, { person: victim.person, state: 'fresh' })

  it.each(unsafe)('changes nothing by %s', async (name, row) => {
    const request = await asVictim(name, row)
    const before = await allRows(jara)
    for (const foreign of FOREIGN) {
      const { status, text } = await send(jara, { ...request, headers: { ...request.headers, ...foreign } })
      expect([foreign, status, JSON.parse(text).error.code]).toEqual([foreign, 403, 'request.cross-site'])
    }
    expect(await allRows(jara)).toEqual(before)
  })

  it('may send a report of the policy from anywhere, which changes nothing either', async () => {
    const request = await asVictim(FROM_ANYWHERE, ROUTES[FROM_ANYWHERE] as Row)
    const before = await allRows(jara)
    for (const foreign of FOREIGN) {
      const { status } = await send(jara, { ...request, headers: { ...request.headers, ...foreign } })
      expect([foreign, status]).toEqual([foreign, 204])
    }
    expect(await allRows(jara)).toEqual(before)
  })

  it('may send the form of a mailbox, which without a token of ours changes nothing', async () => {
    const request = await asVictim(FROM_MAILBOXES, ROUTES[FROM_MAILBOXES] as Row)
    const before = await allRows(jara)
    const answered: number[] = []
    for (const type of FORMS) {
      const headers = { ...request.headers, 'content-type': type }
      answered.push((await send(jara, { ...request, headers, payload: 'List-Unsubscribe=One-Click' })).status)
    }
    expect(answered).toEqual([415, 404, 404])
    expect(await allRows(jara)).toEqual(before)
  })

  const withoutForms = unsafe.filter(([name]) => name.startsWith('POST ') && name !== FROM_MAILBOXES)
  it.each(withoutForms)('sends no form to %s', async (name, row) => {
    const request = await asVictim(name, row)
    const before = await allRows(jara)
    for (const type of FORMS) {
      const headers = { ...request.headers, 'content-type': type }
      const { status } = await send(jara, { ...request, headers, payload: request.payload ?? 'a=b' })
      expect([type, status]).toEqual([type, 415])
    }
    expect(await allRows(jara)).toEqual(before)
  })

  it.each(unsafe)('does not get %s done by a request that asks to be taken for it', async (name, row) => {
    const request = await asVictim(name, row)
    const before = await allRows(jara)
    const [meant = ''] = name.split(' ')
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
      const headers = {
        ...request.headers,
        'x-http-method-override': meant,
        'x-http-method': meant,
        'x-method-override': meant,
      }
      const { payload: _, ...rest } = request
      await send(jara, { ...rest, method, headers, url: `${request.url}?_method=${meant}` })
    }
    const changed = (await allRows(jara)).filter((each) => !before.includes(each))
    expect(changed).toEqual([])
  })

  it.each(safe)('changes nothing by reading %s', async (name, row) => {
    const request = await asVictim(name, row)
    const before = new Set(await allRows(jara))
    for (const method of ['GET', 'HEAD'] as const) {
      await send(jara, { ...request, method, headers: { ...request.headers, 'sec-fetch-site': 'cross-site' } })
    }
    const tables = (await allRows(jara)).filter((each) => !before.has(each)).map((each) => each.split(' ')[0])
    expect(tables.filter((table) => !WRITTEN_BY[name]?.includes(table ?? ''))).toEqual([])
  })
})
