import { randomBytes } from 'node:crypto'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import type { FundingAccountAnswer } from '#contract/funding.ts'
import type { NewPasskeyOptions } from '#contract/passkeys.ts'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { XSS_PAYLOADS } from '#tests/attacks/xss-payloads.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { signInElsewhere } from '#tests/e2e/support/second-browser.ts'
import { openRow, setPin } from '#tests/e2e/support/wallet-page.ts'
import { newAuthenticator } from '#tests/support/authenticator.ts'
import { sampled, TURN } from '#tests/support/nightly.ts'
import { PIN as JOINED_PIN, joinAs, type Person } from '#tests/support/person.ts'

/**
 * Text that would run as code, in every field that a person, a customer's list or a bank can fill, on every screen that
 * shows it. `JARA_XSS=all npm run e2e -- xss` puts each text into each field. Otherwise a third goes into lists,
 * different each day (all of them in the nightly run), and some into the other fields.
 */
const ALL = process.env.JARA_XSS === 'all'
const PASSKEYS = 10
/** Lines per list. */
const LINES = 60
/** Messages per report, including the first. */
const MESSAGES = 49
const REPORTS = ALL ? 5 : 1
const CUSTOMERS = ALL ? XSS_PAYLOADS.length : 40
const SENDERS = ALL ? XSS_PAYLOADS.length : 24
const DETAILS = ALL ? 40 : 2

test.setTimeout(ALL ? 1_800_000 : 480_000)

type Caller = Pick<Person, 'call'>

/** Calls in the browser's session. */
function callerOf(page: Page): Caller {
  return {
    async call<Body>(method: string, path: string, body?: unknown) {
      const answer = await page.request.fetch(path, { method, ...(body === undefined ? {} : { data: body }) })
      const text = await answer.text()
      const read = text === '' ? null : JSON.parse(text)
      return { status: answer.status(), body: read as Body, headers: new Headers(answer.headers()) }
    },
  }
}

/** Records what runs, what the content security policy blocks, and where the page sends requests. */
async function watch(context: BrowserContext, baseURL: string): Promise<{ readonly told: string[] }> {
  const told: string[] = []
  await context.exposeFunction('tell', (what: string) => void told.push(what))
  await context.addInitScript(() => {
    const tell = (what: string) => (globalThis as unknown as { tell(what: string): void }).tell(what)
    for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) {
      Object.assign(globalThis, { [name]: () => tell(`${name} ran on ${location.pathname}`) })
    }
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      tell(`${violatedDirective} stopped ${blockedURI} on ${location.pathname}`),
    )
  })
  context.on('request', (request) => {
    if (!request.url().startsWith(baseURL)) told.push(`asked for ${request.url()}`)
  })
  context.on('dialog', (dialog) => {
    told.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { told }
}

async function must<Body>(person: Caller, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await person.call<Body>(method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function plantCustomers(person: Person): Promise<void> {
  for (const payload of XSS_PAYLOADS.slice(0, CUSTOMERS)) {
    // A name of nothing but invisible characters is refused.
    const body = { name: payload.slice(0, 80), phone: '08031234567', note: payload }
    await person.call('POST', '/api/customers', body)
  }
}

/** Reports whose messages together contain every text. Returns their ids. */
async function plantReports(person: Person): Promise<string[]> {
  const ids: string[] = []
  const newKey = () => randomBytes(16).toString('hex')
  for (const [index, payload] of XSS_PAYLOADS.slice(0, REPORTS * MESSAGES).entries()) {
    if (index % MESSAGES === 0) {
      const body = { key: newKey(), topic: 'other', transactionId: null, text: payload }
      ids.push((await must<{ case: { id: string } }>(person, 'POST', '/api/cases', body)).case.id)
    } else await person.call('POST', `/api/cases/${ids.at(-1)}/messages`, { key: newKey(), text: payload })
  }
  return ids
}

/** Lists whose customers have these names, all bought, which creates sales. Returns the lists' ids. */
async function plantLists(person: Person): Promise<string[]> {
  const ids: string[] = []
  const names = ALL ? XSS_PAYLOADS : sampled(XSS_PAYLOADS, 3, TURN)
  for (let from = 0; from < names.length; from += LINES) {
    const rows = names.slice(from, from + LINES).map((customerName, index) => ({
      phone: `0803${5_000_000 + from + index}`,
      network: 'mtn',
      amountKobo: '5000',
      priceKobo: '6000',
      customerName,
    }))
    const { batch } = await must<{ batch: { id: string; challenge: string; terms: string } }>(
      person,
      'POST',
      '/api/batches',
      { kind: 'airtime', rows },
    )
    const approval = {
      deviceId: person.deviceId,
      pinProof: await person.device.pinProof(JOINED_PIN),
      signature: await person.device.sign('order', batch.challenge, batch.terms),
    }
    await must(person, 'POST', `/api/batches/${batch.id}/approve`, { approval })
    ids.push(batch.id)
  }
  return ids
}

async function plantSenders(person: Person): Promise<void> {
  let account: FundingAccountAnswer['account'] = null
  await expect(async () => {
    ;({ account } = await must<FundingAccountAnswer>(person, 'GET', '/api/funding-account'))
    expect(account).not.toBeNull()
  }).toPass()
  const { accountNumber } = account as unknown as { accountNumber: string }
  const step = XSS_PAYLOADS.length / SENDERS
  for (let n = 0; n < SENDERS; n++) {
    const senderName = XSS_PAYLOADS[Math.floor(n * step)] ?? ''
    await sandbox().payIn({ accountNumber, amountKobo: '10000', senderName })
  }
}

/** Ten passkeys, each named with one of the texts. */
async function plantPasskeys(person: Caller, origin: string, names: readonly string[]): Promise<void> {
  const { passkeys } = await must<{ passkeys: { id: string }[] }>(person, 'GET', '/api/passkeys')
  for (const { id } of passkeys) await must(person, 'DELETE', `/api/passkeys/${id}`)
  for (const name of names) {
    const { challenge, options } = await must<NewPasskeyOptions>(person, 'POST', '/api/passkeys/options')
    const credential = newAuthenticator({ origin }).create(options)
    await person.call('POST', '/api/passkeys', { challenge, credential, name: name.slice(0, 40) })
  }
}

/** Opens a screen and gives it time to load and show everything. Some poll forever. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForLoadState('networkidle', { timeout: 1_500 }).catch(() => undefined)
}

test('no text that would run as code runs on any screen that shows it', async ({ page, context, baseURL: origin }) => {
  const baseURL = origin ?? ''
  const { told } = await watch(context, baseURL)
  // An event stream keeps the network busy forever.
  await page.route('**/api/events', (route) => route.abort())
  const planter = await joinAs(baseURL, 'Ada Obi')
  await plantCustomers(planter)
  const reports = await plantReports(planter)
  const lists = await plantLists(planter)
  await plantSenders(planter)

  await signInElsewhere(page, planter.email, planter.password)
  await setPin(page)
  const person = callerOf(page)
  const rounds = ALL ? Math.ceil(XSS_PAYLOADS.length / PASSKEYS) : 1
  for (let round = 0; round < rounds; round++) {
    await plantPasskeys(person, baseURL, XSS_PAYLOADS.slice(round * PASSKEYS, (round + 1) * PASSKEYS))
    await open(page, '/security')
    await openRow(page, 'Passkeys')
    if (round === 0) await expect(page.getByText('<script>alert(1)</script>').first()).toBeVisible()
  }

  await open(page, '/sell/customers')
  await expect(page.getByText('<img src=x onerror=alert(1)>').first()).toBeVisible()
  await open(page, '/support')
  for (const id of reports) {
    await open(page, `/support/cases/${id}`)
    await expect(page.getByText('alert(1)').first()).toBeVisible()
  }
  for (const id of lists) {
    await open(page, `/sell/many/${id}`)
    await expect(page.getByText('alert(1)').first()).toBeVisible()
  }
  await open(page, '/sell/sales')
  await expect(page.getByText('alert(1)').first()).toBeVisible()

  await expect(async () => {
    const seen = await must<TransactionsAnswer>(person, 'GET', '/api/transactions?kind=deposit&limit=50')
    expect(seen.transactions.length).toBeGreaterThanOrEqual(Math.min(20, SENDERS))
  }).toPass()
  const { transactions } = await must<TransactionsAnswer>(person, 'GET', '/api/transactions?kind=deposit&limit=50')
  await open(page, '/history?kind=deposit')
  await expect(page.getByText('alert(1)').first()).toBeVisible()
  await open(page, '/dashboard')
  for (const { id } of transactions.slice(0, DETAILS)) {
    await open(page, `/history/${id}`)
    const { code } = await must<{ code: string }>(person, 'POST', `/api/transactions/${id}/receipt`)
    await open(page, `/r/${code}`)
    await open(page, `/support/report?transaction=${id}`)
  }
  const sales = await must<TransactionsAnswer>(person, 'GET', '/api/transactions?kind=airtime&limit=50')
  for (const { orderId } of sales.transactions.slice(0, DETAILS)) await open(page, `/sell/receipt/${orderId}`)
  for (const address of ['/sell', '/sell/one', '/withdraw', '/bills', '/profile', '/fund']) {
    await open(page, address)
  }

  const inAddresses = XSS_PAYLOADS.filter((_, index) => ALL || index % 60 === 0)
  for (const payload of inAddresses) {
    const text = encodeURIComponent(payload)
    for (const address of [`/history?kind=${text}`, `/r/${text}`, `/history/${text}#${text}`, `/signin?next=${text}`]) {
      await page.goto(address)
      await page.waitForTimeout(50)
    }
  }
  await open(page, '/history')
  for (const payload of inAddresses) {
    const answered = page.waitForResponse('**/api/transactions/search')
    await page.getByRole('searchbox').fill(payload)
    await answered
  }
  expect(told).toEqual([])
})
