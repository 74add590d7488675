import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixMode } from '#server/platform/db/open.ts'
import { openKit } from '#tests/conformance/sandbox-kit.ts'
import { type Accounts, codeIn, newBrowser, PASSWORD, startAccounts } from '#tests/support/accounts.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { inject } from '#tests/support/inject.ts'
import { LIVE_SETTINGS } from '#tests/support/live-settings.ts'
import { run } from '#tests/support/processes.ts'
import { tlsFiles } from '#tests/support/self-signed.ts'

/** Live mode contains no sandbox parts: no route, page or link, and no money that nobody paid in. */

const LIVE = { ...LIVE_SETTINGS, SMTP_URL: 'smtp://localhost:25', ...tlsFiles() }

describe.each(databaseKinds)('live mode on %s', (kind) => {
  let fresh: FreshDatabase
  let accounts: Accounts
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    await fixMode(fresh.database, 'live', new Date())
    accounts = await startAccounts(fresh.database, LIVE)
  })
  afterAll(() => fresh.drop())

  it('answers at no address of the sandbox world', async () => {
    const kit = openKit()
    const routes: { method: string; url: string }[] = []
    kit.app.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) if (each !== 'HEAD') routes.push({ method: each, url })
    })
    await kit.app.ready()
    await kit.close()
    // The sandbox's own front page has the same address as Jara's.
    const addresses = routes.filter(({ url }) => url !== '/')
    expect(addresses.map(({ url }) => url)).toEqual(
      expect.arrayContaining([
        '/control/faults',
        '/control/reset',
        '/paystack/transfer',
        '/vtpass/api/pay',
        '/page.js',
      ]),
    )
    for (const { method, url } of addresses) {
      const own = { origin: 'https://wallet.example.ng' }
      const answer = await inject(accounts, { method: method === 'POST' ? 'POST' : 'GET', url, headers: own })
      expect({ method, url, status: answer.statusCode }).toEqual({ method, url, status: 404 })
    }
  })

  it('shows no page and says no word of practice money, and links to no sandbox bank', async () => {
    const said = await inject(accounts, { url: '/api/installation' })
    expect(said.json()).toMatchObject({ mode: 'live', links: { sandboxBank: null } })
    const faq = await inject(accounts, { url: '/faq' })
    expect(faq.body).toContain('This is not a sandbox: its money is real.')
    for (const url of ['/', '/sign-in', '/nothing-here']) {
      const { body } = await inject(accounts, { url, headers: { accept: 'text/html' } })
      expect(body).toContain('<html')
      expect(body).not.toMatch(/practice money|sandbox bank|localhost:3001|"mode":"sandbox"/i)
    }
  })

  it('gives a new person nothing: no entry is in the books', async () => {
    const email = 'ada@example.ng'
    const browser = await newBrowser(accounts)
    await browser.send('POST', '/api/email-proofs', { email })
    const emailCode = codeIn(await accounts.emailsTo(email))
    const device = { publicKey: browser.device.publicKey }
    const body = { fullName: 'Ada Obi', email, password: PASSWORD, device, emailCode }
    expect((await browser.send('POST', '/api/accounts', body)).statusCode).toBe(201)
    const wallet = await browser.send('GET', '/api/wallet')
    expect(wallet.json()).toMatchObject({ availableKobo: '0' })
    expect(await fresh.database.query('select kind from ledger_transfers')).toEqual([])
    expect(await fresh.database.query('select title from transactions')).toEqual([])
  })
})

it('never starts the sandbox world in live mode, nor with a live key', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-live-'))
  for (const settings of [{ JARA_MODE: 'live' }, { PAYSTACK_SECRET_KEY: LIVE.PAYSTACK_SECRET_KEY }]) {
    const world = run('sandbox/main.ts', { DATA_DIR: folder, ...settings })
    expect(await world.ended).toBe(1)
    expect(world.output()).toContain('it is practice only')
  }
  expect(fs.readdirSync(folder)).toEqual([])
  fs.rmSync(folder, { recursive: true })
})

describe('a live process without a certificate', () => {
  // Nobody listens there: a process that gets this far has accepted its settings.
  const DATABASE_URL = 'postgres://jara_app:kx7fWq2Zp9@127.0.0.1:1/none'
  const start = async (JARA_ROLE: string) => {
    const app = run('server/main.ts', { ...LIVE, DATABASE_URL, JARA_ROLE, TLS_CERT_FILE: '', TLS_KEY_FILE: '' })
    return { code: await app.ended, said: app.output() }
  }

  it.each(['all', 'web'])(
    'does not start as %s, and says in one sentence what is missing and where to read about it',
    async (role) => {
      expect(await start(role)).toEqual({
        code: 1,
        said: 'The settings are not right:\nTLS_CERT_FILE: live mode needs it and TLS_KEY_FILE, see "TLS from the proxy" in docs/operate/live-mode.md\n',
      })
    },
  )

  it('continues to its database as a worker, which does not listen', async () => {
    const { said } = await start('worker')
    expect(said).toContain('connect ECONNREFUSED 127.0.0.1:1')
    expect(said).not.toContain('The settings are not right')
  })
})

describe('a live process without PUBLIC_URL', () => {
  it.each(['all', 'web', 'worker'])('as %s ends before it asks its database or writes a file', async (JARA_ROLE) => {
    const asked: string[] = []
    const database = net.createServer((socket) => {
      asked.push('connected')
      socket.destroy()
    })
    const port = await listening(database)
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-live-'))
    const DATABASE_URL = `postgres://jara_app:kx7fWq2Zp9@127.0.0.1:${port}/none`
    const settings = { ...LIVE, JARA_ROLE, DATABASE_URL, DATA_DIR: path.join(folder, 'data'), LINK_CHECK: 'off' }
    const refused = run('server/main.ts', { ...settings, PUBLIC_URL: '' })
    expect({ code: await refused.ended, said: refused.output() }).toEqual({
      code: 1,
      said: expect.stringMatching(/^The settings are not right:\nPUBLIC_URL: live mode needs [^\n]+\n$/),
    })
    expect({ asked, left: fs.readdirSync(folder) }).toEqual({ asked: [], left: [] })
    const withIt = run('server/main.ts', settings)
    await withIt.ended
    expect(asked).not.toEqual([])
    database.close()
    fs.rmSync(folder, { recursive: true })
  })
})

async function listening(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
