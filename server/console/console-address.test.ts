import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSOLE_PATHS } from '#contract/console/limits.ts'
import type { SignOptions } from '#contract/console/session.ts'
import { CONSOLE, CONSOLE_ROUTES } from '#tests/attacks/console-table.ts'
import { ROUTES } from '#tests/attacks/route-table.ts'
import { newAuthenticator } from '#tests/support/authenticator.ts'
import { consoleBrowser, enrolBy, linkFor } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { inject } from '#tests/support/inject.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'

const CONSOLE_ORIGIN = 'https://console.example.ng'
const PUBLIC_URL = 'https://wallet.example.ng'
/** An installation whose console has its own address runs two processes that share a database. */
const SETTINGS = { CONSOLE_ORIGIN, PUBLIC_URL, DATABASE_URL: 'postgres://jara@localhost/jara' }

const OF_CONSOLE = Object.keys(CONSOLE_ROUTES)
/** Routes of every process that listens. */
const SHARED = ['GET /healthz', 'GET /readyz', 'POST /api/csp-reports']
const OF_CUSTOMERS = Object.keys(ROUTES).filter(
  (name) => /api|webhooks/.test(name) && !name.includes(CONSOLE) && !SHARED.includes(name),
)

/** The statuses of these routes, requested without a session and a body. */
async function statusesOf(jara: TestJara, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const statuses = new Map<string, number>()
  for (const name of names) {
    const [method, url = ''] = name.split(' ')
    const request: InjectOptions = { method: method as 'GET', url: url.replaceAll(/:\w+/g, 'x') }
    statuses.set(name, (await inject(jara, request)).statusCode)
  }
  return statuses
}

describe.each(featureDatabases)('a console with an address of its own, on %s', (kind) => {
  let wallet: TestJara
  let desk: TestJara
  beforeAll(async () => {
    wallet = await startJara(kind, { settings: SETTINGS })
    desk = await startJara(kind, { settings: { ...SETTINGS, JARA_ROLE: 'console' } })
  })
  afterAll(async () => {
    await wallet.close()
    await desk.close()
  })

  it('has no route at the public address, and no page', async () => {
    const statuses = await statusesOf(wallet, OF_CONSOLE)
    expect([...statuses].filter(([, status]) => status !== 404)).toEqual([])
    for (const url of CONSOLE_PATHS) expect((await inject(wallet, { method: 'GET', url })).statusCode).toBe(404)
    expect((await inject(wallet, { method: 'GET', url: '/api/installation' })).json()).toMatchObject({
      hasConsole: false,
    })
  })

  it('has its own routes alone, its pages, and what supervises the process', async () => {
    const customers = await statusesOf(desk, OF_CUSTOMERS)
    expect([...customers].filter(([, status]) => status !== 404)).toEqual([])
    const own = await statusesOf(desk, [...OF_CONSOLE, ...SHARED])
    expect([...own].filter(([, status]) => status === 404)).toEqual([])
    for (const url of CONSOLE_PATHS) expect((await inject(desk, { method: 'GET', url })).statusCode).toBe(200)
    for (const url of ['/', '/dashboard', '/r/code']) {
      expect((await inject(desk, { method: 'GET', url })).headers.location).toBe('/admin/sign-in')
    }
  })

  it('is opened under its own name, and is no page of the wallet’s', async () => {
    const options = async (headers: Record<string, string>) =>
      (await inject(desk, { method: 'POST', url: '/api/admin/sign-in/options', headers })).statusCode
    expect(await options({ origin: CONSOLE_ORIGIN })).toBe(200)
    expect(await options({ origin: PUBLIC_URL })).toBe(403)
    expect(await options({ host: new URL(PUBLIC_URL).host })).toBe(421)
    const atWallet = await inject(wallet, {
      method: 'GET',
      url: '/api/installation',
      headers: { host: new URL(CONSOLE_ORIGIN).host },
    })
    expect(atWallet.statusCode).toBe(421)
  })

  it('is entered by a link to it, with a passkey made for its name', async () => {
    const operator = await operatorNamed(desk.database, 'Ada Obi')
    const browser = consoleBrowser(desk)
    const asked = (await browser.send('POST', '/api/admin/sign-in/options')).json<SignOptions>()
    expect(asked.options.rpId).toBe('console.example.ng')
    const { authenticator, answer } = await enrolBy(desk, browser, await linkFor(desk, operator))
    expect(answer.statusCode).toBe(201)
    expect((await browser.signIn(authenticator)).statusCode).toBe(200)
    expect(browser.cookie()).toMatch(/^__Host-jara_operator=/)
    const ofWallet = newAuthenticator({ origin: PUBLIC_URL })
    expect((await browser.signIn(ofWallet)).json()).toMatchObject({ error: { code: 'operator.passkey-refused' } })
  })
})
