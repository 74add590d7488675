import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openedBy } from '#tests/support/cases.ts'
import type { ConsolePerson } from '#tests/support/console.ts'
import { databaseKinds } from '#tests/support/databases.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { STOP, stopBooks } from '#tests/support/needs-two.ts'
import type { Person } from '#tests/support/person.ts'
import { confirmPath, lookAtRequest, proposeAt, signShown, startWithTwo } from '#tests/support/proposals.ts'
import { CUSTOMER_LIMIT, PAUSE } from '#tests/support/settings.ts'
import { openStream, type Stream } from '#tests/support/streams.ts'

const REASON = 'Three tips about a stolen telephone.'

/** Tests each database: on the embedded one only this process can notify an open page. */
describe.each(databaseKinds)('the open page of a customer, on %s', (kind) => {
  let jara: TestJara
  let customer: Person
  let ada: ConsolePerson
  let bayo: ConsolePerson
  let page: Stream
  beforeAll(async () => {
    ;({ jara, ada, bayo } = await startWithTwo(kind, { asks: 'manager', confirms: 'manager' }))
  })
  beforeEach(async () => {
    customer = await jara.person('Bola Customer')
    page = await openStream(jara.url, customer.cookie())
  })
  afterEach(() => page.leave())
  afterAll(() => jara.close())

  async function decide(path: string, body: object): Promise<void> {
    const answer = await ada.browser.decide(ada.authenticator, path, body)
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${answer.body}`)
  }
  async function decideByTwo(path: string, body: object): Promise<void> {
    const id = await proposeAt(ada, path, body)
    const shown = await lookAtRequest(bayo, id)
    const answer = await bayo.browser.send('POST', confirmPath(id), signShown(shown, bayo))
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${answer.body}`)
  }
  /** Reads the page's topics until the expected one arrives. */
  async function hears(topic: string): Promise<void> {
    expect(await page.read((text) => text.includes(`"${topic}"`))).toContain(`"${topic}"`)
  }

  it('hears that an operator froze the account', async () => {
    await decide('/api/admin/freezes', { whose: customer.id, heading: 'safety', reason: REASON })
    await hears('session')
  })

  it('hears that two operators lifted the freeze', async () => {
    await decide('/api/admin/freezes', { whose: customer.id, heading: 'safety', reason: REASON })
    page.leave()
    page = await openStream(jara.url, customer.cookie())
    await decideByTwo('/api/admin/unfreezings', { whose: customer.id, reason: 'They showed their passport.' })
    await hears('session')
  })

  it('hears that an operator ended its session, and its stream ends', async () => {
    await decide('/api/admin/sessions/end', { whose: customer.id, reason: REASON })
    expect(await page.read(() => false)).toContain('"session"')
    expect((await openStream(jara.url, customer.cookie())).response.status).toBe(401)
  })

  it('hears that two operators ended every session, and its stream ends', async () => {
    await decideByTwo('/api/admin/sessions/end-all', { reason: REASON })
    await jara.settle()
    expect(await page.read(() => false)).toContain('"session"')
  })

  it('hears of an answer to a report', async () => {
    const { trackingNumber } = await openedBy(customer)
    await page.changes(1)
    const answer = await ada.browser.send('POST', `/api/admin/cases/${trackingNumber}/take`)
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
    expect((await page.changes(2)).at(-1)).toEqual({ topics: ['case'] })
  })

  it('hears that two operators let money out again', async () => {
    await stopBooks(jara)
    await decideByTwo('/api/admin/resumptions', { stop: STOP })
    await hears('installation')
  })

  it('hears of a pause and of a new limit', async () => {
    await decideByTwo('/api/admin/pauses', PAUSE)
    await hears('installation')
    await decideByTwo('/api/admin/customer-limits', { ...CUSTOMER_LIMIT, customer: customer.id })
    await hears('wallet')
  })
})
