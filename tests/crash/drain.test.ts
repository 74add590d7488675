import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TransactionsAnswer } from '#contract/transactions.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/db/database.ts'
import { databasesOfToday, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { copyMadeDatabase } from '#tests/support/made-database.ts'
import { joinAs, type Person } from '#tests/support/person.ts'
import { type Product, run, startProduct } from '#tests/support/processes.ts'
import { openSandboxControl } from '#tests/support/sandbox-control.ts'
import { tlsFiles } from '#tests/support/self-signed.ts'

/** 10 s whatever hangs, plus some for a busy machine. The actual figures are printed. */
const DRAINED_WITHIN_MS = 12_000
/** If nothing hangs: well before hanging requests are given up. */
const LOAD_DRAINED_WITHIN_MS = 6_000

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-drain-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const KINDS = databasesOfToday(0)
/** Tests that do not depend on the database use PostgreSQL if possible, where a dead process's lease expires first. */
const ONE_KIND = KINDS.at(-1)

/* One installation for all tests: each starts with its app running, and leaves balanced books for the next. */
describe.each(KINDS)('SIGTERM under load, and a start beside a running app, on %s', (kind) => {
  let data: string
  let fresh: FreshDatabase | null
  let product: Product

  beforeAll(async () => {
    data = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-drain-'))
    fresh = kind === 'postgres' ? await freshDatabase(kind) : null
    product = await startProduct({ dataFolder: data, databaseUrl: fresh?.url ?? null })
    // The first process on a machine writes Node's compile cache when it ends: seconds that are no part of a drain.
    expect(await product.kill('SIGTERM')).toBe(0)
  })
  beforeEach(async () => {
    if (!product.running().includes(product.app())) await product.startApp()
  })
  afterAll(async () => {
    await product.close()
    await fresh?.drop()
    fs.rmSync(data, { recursive: true, force: true })
  })

  if (kind === 'pglite')
    it('refuses a data folder another app has open, and leaves that one unharmed', async () => {
      const second = run('server/main.ts', { ...product.env, PORT: '0' })
      const other = run('server/main.ts', { ...product.env, PORT: String(Number(product.env.PORT) + 17) })
      expect(await second.ended).toBe(1)
      expect(second.output()).toContain('PORT:')
      expect(await other.ended).toBe(1)
      expect(other.output()).toContain('is in use by another Jara process')
      expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
    })

  if (kind === ONE_KIND)
    it('says in one sentence that its port is taken', async () => {
      // On a separate embedded database, because the product's is in use.
      if (fresh === null) await copyMadeDatabase(folder)
      const app = run('server/main.ts', { ...product.env, ...(fresh === null ? { DATA_DIR: folder } : {}) })
      expect(await app.ended).toBe(1)
      const { PORT } = product.env
      expect(app.output()).toBe(
        `Port ${PORT} is in use by another program. Stop that one, or set PORT to another port.\n`,
      )
    })

  if (kind === ONE_KIND)
    it('does not wait for a provider that hangs, nor a statement, and the order is taken up again', async () => {
      const sandbox = openSandboxControl(product.sandboxUrl)
      await sandbox.fault({ operation: 'transfer', fault: 'accept-then-timeout' })
      const ada = await joinAs(product.url, 'Hadiza Sule')
      const order = await ada.withdraw(10_000n)
      await expect.poll(async () => (await sandbox.truth()).transfers.length).toBe(1)
      // The embedded database has no second connection that could hold a lock.
      const free = fresh === null ? async () => undefined : await hangStatement(fresh.database, ada)
      await expectDrain(product, 'with what hangs', DRAINED_WITHIN_MS)
      await free()
      await product.startApp()
      await expect.poll(async () => (await ada.order(order.id)).status).toBe('completed')
      expect((await sandbox.truth()).transfers).toMatchObject([{ reference: order.reference, status: 'paid' }])
    })

  // The embedded database has no second connection that could hold a lock.
  if (kind === 'postgres')
    it('answers no request before it handles signals', async () => {
      const { database } = fresh as FreshDatabase
      await product.kill('SIGTERM')
      // A starting app writes the recurring jobs last.
      const job = await holdLock(database, "select 1 from jobs where kind = 'poll-payments' for update")
      const starting = product.startApp()
      await job.isWaitedFor()
      const answer = await fetch(`${product.url}/readyz`).catch(() => null)
      await job.free()
      expect(answer).toBeNull()
      await starting
      expect(await product.kill('SIGTERM')).toBe(0)
    })

  it('ends in time with code 0, and keeps everything it acknowledged', async () => {
    const ada = await joinAs(product.url, 'Hadiza Sule')
    const quotes = await Promise.all(Array.from({ length: 20 }, () => ada.quote(10_000n)))
    const answers = quotes.map((quote) => ada.approve(quote).catch(() => null))
    await Promise.race(answers)
    await expectDrain(product, `under load on ${kind}`, LOAD_DRAINED_WITHIN_MS)

    const acknowledged = (await Promise.all(answers)).filter((each) => each?.status === 201)
    expect(acknowledged.length).toBeGreaterThan(0)
    await product.startApp()
    // Nothing is booked without a reply: whatever was accepted was also answered.
    expect(await withdrawalsOf(ada)).toHaveLength(acknowledged.length)
    for (const each of acknowledged) expect((await ada.order(each?.body.order.id ?? '')).id).toBe(each?.body.order.id)
    await product.kill('SIGTERM')
    expect(await run('audit/main.ts', product.env).ended).toBe(0)
  })
})

/** Makes a request's statement wait for a lock. The returned function frees it and waits until the request ends. */
async function hangStatement(database: Database, person: Person): Promise<() => Promise<void>> {
  const table = await holdLock(database, 'lock table transactions in access exclusive mode')
  const asking = person.call('GET', '/api/transactions').catch(() => null)
  await table.isWaitedFor()
  return async () => {
    await table.free()
    await asking
  }
}

/** Runs `locking` on PostgreSQL and holds its locks until `free` is called. */
async function holdLock(
  database: Database,
  locking: string,
): Promise<{ isWaitedFor(): Promise<void>; free(): Promise<void> }> {
  const locked = Promise.withResolvers<void>()
  const unlock = Promise.withResolvers<void>()
  const holding = database.transaction(async (tx) => {
    await tx.query(locking)
    locked.resolve()
    await unlock.promise
  })
  await locked.promise
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  return {
    async isWaitedFor() {
      await expect.poll(async () => (await database.query(waiting)).length).toBeGreaterThan(0)
    },
    async free() {
      unlock.resolve()
      await holding
    },
  }
}

async function expectDrain(product: Product, when: string, withinMs: number): Promise<void> {
  const startedMs = performance.now()
  expect(await product.kill('SIGTERM')).toBe(0)
  const tookMs = Math.round(performance.now() - startedMs)
  // biome-ignore lint/suspicious/noConsole: the figure belongs to the run's output
  console.log(`SIGTERM ${when}: ended after ${tookMs} ms`)
  expect(tookMs).toBeLessThan(withinMs)
}

async function withdrawalsOf(person: Person): Promise<unknown[]> {
  const { body } = await person.call<TransactionsAnswer>('GET', '/api/transactions?kind=withdrawal&limit=50')
  return body.transactions
}

const LIVE = {
  JARA_MODE: 'live',
  DATABASE_URL: 'postgres://nobody:kx7fWq2Zp9@127.0.0.1:1/none',
  JARA_SECRET: 'a1'.repeat(32),
  PAYSTACK_SECRET_KEY: 'sk_live_0123456789',
  PUBLIC_URL: 'https://wallet.example.ng',
  CONSOLE_ORIGIN: 'https://wallet.example.ng',
  ...tlsFiles(),
}

it.each([
  ['DATABASE_URL', { DATABASE_URL: '' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://postgres:postgres@127.0.0.1:1/none' }],
  ['JARA_SECRET', {}],
  ['JARA_SECRET', { JARA_SECRET: '' }],
  ['JARA_SECRET', { JARA_SECRET: 'secret' }],
  ['PAYSTACK_SECRET_KEY', { PAYSTACK_SECRET_KEY: '' }],
  ['PAYSTACK_SECRET_KEY', { PAYSTACK_SECRET_KEY: 'sk_test_0123456789' }],
  ['PAYSTACK_BASE_URL', { PAYSTACK_BASE_URL: 'http://localhost:3001/paystack' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://wallet.example.ng' }],
  ['PUBLIC_URL', { PUBLIC_URL: '' }],
  ['SMTP_URL', { SMTP_URL: '' }],
  ['SMTP_URL', { SMTP_URL: 'smtps://emails:0123456789@localhost:3025' }],
  ['SMTP_URL', { SMTP_URL: 'smtp://emails:0123456789' }],
  ['MAIL_FROM', { MAIL_FROM: '' }],
  ['TLS_CERT_FILE', { TLS_CERT_FILE: '', TLS_KEY_FILE: '' }],
  ['TLS_KEY_FILE', { TLS_KEY_FILE: '' }],
  ['PAYSTACK_SECRET_KEY', { JARA_MODE: 'sandbox', PAYSTACK_SECRET_KEY: 'sk_live_0123456789' }],
])('does not start with a %s that does not fit its mode, and names it', (variable, wrong) => {
  const start = () => readConfig({ DATA_DIR: folder, ...LIVE, ...wrong })
  expect(start).toThrow(`${variable}:`)
  expect(start).not.toThrow('0123456789')
})

it.each([
  ['JARA_SECRET', { JARA_SECRET: 'secret' }],
  ['PAYSTACK_SECRET_KEY', { JARA_MODE: 'sandbox', PAYSTACK_SECRET_KEY: 'sk_live_0123456789' }],
])('ends a start with a %s that does not fit, and shows nothing of it', async (variable, wrong) => {
  const app = run('server/main.ts', { DATA_DIR: folder, ...LIVE, ...wrong })
  expect(await app.ended).toBe(1)
  expect(app.output()).toContain(`${variable}:`)
  expect(app.output()).not.toContain('0123456789')
})
