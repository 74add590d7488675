import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { joinAs } from '#tests/support/person.ts'
import { type Product, run, startProduct } from '#tests/support/processes.ts'

const DRAINED_WITHIN_MS = 12_000

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-drain-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

describe.each(databaseKinds)('SIGTERM under load on %s', (kind) => {
  let fresh: FreshDatabase | null
  let product: Product

  beforeEach(async () => {
    fresh = kind === 'postgres' ? await freshDatabase(kind) : null
    product = await startProduct({ dataFolder: folder, databaseUrl: fresh?.url ?? null })
  })
  afterEach(async () => {
    await product.close()
    await fresh?.drop()
  })

  it('ends in time with code 0, and keeps everything it acknowledged', async () => {
    const ada = await joinAs(product.url, 'Hadiza Sule')
    const quotes = await Promise.all(Array.from({ length: 20 }, () => ada.quote(10_000n)))
    const answers = quotes.map((quote) => ada.approve(quote).catch(() => null))
    await Promise.race(answers)
    const startedMs = performance.now()
    expect(await product.kill('SIGTERM')).toBe(0)
    expect(performance.now() - startedMs).toBeLessThan(DRAINED_WITHIN_MS)

    const acknowledged = (await Promise.all(answers)).filter((each) => each?.status === 201)
    expect(acknowledged.length).toBeGreaterThan(0)
    await product.startApp()
    for (const each of acknowledged) expect((await ada.order(each?.body.order.id ?? '')).id).toBe(each?.body.order.id)
    await product.kill('SIGTERM')
    expect(await run('audit/main.ts', product.env).ended).toBe(0)
  }, 90_000)
})

it('refuses a data folder another app has open, and leaves that one unharmed', async () => {
  const product = await startProduct({ dataFolder: folder, databaseUrl: null })
  const second = run('server/main.ts', { ...product.env, PORT: '0' })
  const other = run('server/main.ts', { ...product.env, PORT: String(Number(product.env.PORT) + 17) })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain('PORT:')
  expect(await other.ended).toBe(1)
  expect(other.output()).toContain('is in use by another Jara process')
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
  await product.close()
}, 60_000)

const LIVE = {
  JARA_MODE: 'live',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  JARA_SECRET: 'a1'.repeat(32),
  PAYSTACK_SECRET_KEY: 'sk_live_0123456789',
  PUBLIC_URL: 'https://wallet.example.ng',
}

it.each([
  ['DATABASE_URL', { DATABASE_URL: '' }],
  ['JARA_SECRET', { JARA_SECRET: '' }],
  ['JARA_SECRET', { JARA_SECRET: 'secret' }],
  ['PAYSTACK_SECRET_KEY', { PAYSTACK_SECRET_KEY: '' }],
  ['PAYSTACK_SECRET_KEY', { PAYSTACK_SECRET_KEY: 'sk_test_0123456789' }],
  ['PAYSTACK_BASE_URL', { PAYSTACK_BASE_URL: 'http://localhost:3001/paystack' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://wallet.example.ng' }],
  ['PAYSTACK_SECRET_KEY', { JARA_MODE: 'sandbox', PAYSTACK_SECRET_KEY: 'sk_live_0123456789' }],
])(
  'does not start with a %s that does not fit its mode, and names it',
  async (variable, wrong) => {
    const app = run('server/main.ts', { DATA_DIR: folder, ...LIVE, ...wrong })
    expect(await app.ended).toBe(1)
    expect(app.output()).toContain(`${variable}:`)
    expect(app.output()).not.toContain('0123456789')
  },
  30_000,
)
