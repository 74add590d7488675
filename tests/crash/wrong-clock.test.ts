import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Installation } from '#contract/installation.ts'
import { checkWholeBook } from '#server/controls/ledger-check/operate-books.ts'
import { auditBooks } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import { joinAs, type Person } from '#tests/support/person.ts'
import { type Product, startProduct } from '#tests/support/processes.ts'
import { openSandboxControl } from '#tests/support/sandbox-control.ts'
import { openStopped } from '#tests/support/stopped-books.ts'

const DAY_MS = 24 * 60 * 60_000
const TEN_MINUTES_MS = 10 * 60_000
/** Much sooner than a clock that was set back would let anything happen, and long enough for a busy machine. */
const SOON_MS = 90_000
const TIMEOUT_MS = 300_000

/*
 * A machine's clock is set while the product runs on it, or between two starts. The app and the sandbox world believe the same
 * machine; PostgreSQL keeps a clock of its own, as on a machine of its own.
 */
describe.each(databaseKinds)('a clock that is wrong for a while, on %s', (kind) => {
  let folder: string
  let fresh: FreshDatabase | null
  let product: Product
  let ada: Person

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-clock-'))
    fresh = kind === 'postgres' ? await freshDatabase(kind) : null
    setClock(0)
    product = await startProduct({
      dataFolder: path.join(folder, 'data'),
      databaseUrl: fresh?.url ?? null,
      settings: {
        NODE_OPTIONS: `--import ${path.join(import.meta.dirname, '..', 'support', 'shifted-clock.ts')}`,
        SHIFTED_CLOCK_FILE: path.join(folder, 'clock'),
      },
    })
    ada = await joinAs(product.url, 'Ada Obi')
  }, TIMEOUT_MS)
  afterEach(async () => {
    await product.close()
    await fresh?.drop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  /** How far the clock of the machine is ahead from now on, ms. */
  function setClock(aheadMs: number): void {
    fs.writeFileSync(path.join(folder, 'clock'), String(aheadMs))
    for (const each of product === undefined ? [] : product.running()) each.child.kill('SIGUSR2')
  }
  async function restart(aheadMs: number): Promise<void> {
    await product.kill('SIGTERM')
    setClock(aheadMs)
    await product.startApp()
  }
  async function until(what: () => Promise<boolean>): Promise<void> {
    const untilMs = performance.now() + SOON_MS
    while (!(await what())) {
      if (performance.now() > untilMs) throw new Error(`not soon enough: ${product.app().output()}`)
      await sleep(200)
    }
  }
  const notices = async () => {
    const answer = await fetch(`${product.url}/api/installation`)
    return ((await answer.json()) as Installation).notices.map(({ text }) => text)
  }
  const moneyMoves = () => until(async () => (await notices()).length === 0)
  async function buy(amountKobo: bigint): Promise<void> {
    await moneyMoves()
    const order = await ada.withdraw(amountKobo)
    await until(async () => (await ada.order(order.id)).status === 'completed')
  }
  /** What does not add up in the books that the product left, by its own check and by the audit. */
  async function findings(): Promise<unknown[]> {
    await product.kill('SIGTERM')
    const database = await openStopped({ dataFolder: path.join(folder, 'data'), databaseUrl: fresh?.url ?? null })
    try {
      return [...(await checkWholeBook(database)), ...(await auditBooks(database))]
    } finally {
      await database.close()
    }
  }

  async function expectRefused(): Promise<void> {
    await ada.unlock()
    const refused = await ada.call('POST', '/api/quotes', QUOTE)
    expect(refused.body).toMatchObject({ error: { code: 'money-out.clock' } })
  }

  // On PostgreSQL nothing is ever posted by such a clock: the database contradicts it.
  if (kind === 'pglite')
    it(
      'stops money and says so, at a start behind what was posted by a clock a day ahead',
      async () => {
        await restart(DAY_MS)
        await ada.unlock()
        await buy(30_000n)
        await restart(0)
        expect(await notices()).toEqual([expect.stringMatching(/^Our server’s clock is wrong/)])
        await expectRefused()
        await restart(DAY_MS)
        await ada.unlock()
        await buy(40_000n)
        expect(await findings()).toEqual([])
      },
      TIMEOUT_MS,
    )

  if (!featureDatabases.includes(kind)) return

  it(
    'closes no day that is not over: a day ahead for three seconds between two starts',
    async () => {
      await buy(10_000n)
      await restart(DAY_MS)
      if (kind === 'postgres') {
        // The database says that this clock is wrong.
        await until(async () => (await notices()).length > 0)
        await expectRefused()
      }
      await sleep(3_000)
      await restart(0)
      await ada.unlock()
      await buy(20_000n)
      expect(await findings()).toEqual([])
    },
    TIMEOUT_MS,
  )

  it(
    'finds a payment nobody announced, ten minutes set back while it runs',
    async () => {
      await until(async () => (await fundingOf(ada)).account !== null)
      const { account } = await fundingOf(ada)
      await openSandboxControl(product.sandboxUrl).fault({ operation: 'webhook', fault: 'lost' })
      setClock(-TEN_MINUTES_MS)
      const before = BigInt((await ada.wallet()).availableKobo)
      await openSandboxControl(product.sandboxUrl).payIn({
        accountNumber: account?.accountNumber ?? '',
        amountKobo: '123400',
      })
      await until(async () => BigInt((await ada.wallet()).availableKobo) === before + 123_400n)
      expect(await findings()).toEqual([])
    },
    TIMEOUT_MS,
  )
})

const QUOTE = { kind: 'withdrawal', bankCode: '044', accountNumber: '0123456784', amountKobo: '50000' } as const
