import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Installation } from '#contract/installation.ts'
import { checkWholeBook } from '#server/controls/ledger-check/operate-books.ts'
import { auditBooks } from '#tests/support/books.ts'
import {
  type DatabaseKind,
  databaseKinds,
  type FreshDatabase,
  featureDatabases,
  freshDatabase,
} from '#tests/support/databases.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import { IS_NIGHTLY, sampled, TURN } from '#tests/support/nightly.ts'
import { joinAs, type Person } from '#tests/support/person.ts'
import { type Product, startProduct } from '#tests/support/processes.ts'
import { openSandboxControl } from '#tests/support/sandbox-control.ts'
import { openStopped } from '#tests/support/stopped-books.ts'

const DAY_MS = 24 * 60 * 60_000
const TEN_MINUTES_MS = 10 * 60_000
/** Long enough for a busy machine, and much sooner than anything could happen after a clock is set back. */
const SOON_MS = 90_000
const OFF = [
  ['ahead', DAY_MS],
  ['behind', -DAY_MS],
] as const

/*
 * A machine's clock is changed while the product runs, or between two starts. The app and the sandbox world use the
 * same machine's clock; PostgreSQL has its own, as on another machine. The tests of a group share one installation.
 */

// On PostgreSQL such a clock never posts anything: the database contradicts it.
describe.runIf(databaseKinds.includes('pglite'))('a clock a day ahead, on pglite', () => {
  const machine = useMachine('pglite', DAY_MS)

  it('stops money and says so, at a start behind what was posted by a clock a day ahead', async () => {
    await machine.buy(30_000n)
    await machine.restart(0)
    expect(await machine.notices()).toEqual([expect.stringMatching(/^Our server’s clock is wrong/)])
    await machine.expectRefused()
    await machine.restart(DAY_MS)
    await machine.ada().unlock()
    await machine.buy(40_000n)
    expect(await machine.findings()).toEqual([])
  })
})

describe.each(featureDatabases)('a clock that is wrong for a while, on %s', (kind) => {
  const machine = useMachine(kind, 0)

  it('closes no day that is not over: a day ahead for three seconds between two starts', async () => {
    await machine.buy(10_000n)
    await machine.restart(DAY_MS)
    if (kind === 'postgres') {
      // The database reports that this clock is wrong.
      await machine.until(async () => (await machine.notices()).length > 0)
      await machine.expectRefused()
    }
    await sleep(3_000)
    await machine.restart(0)
    await machine.ada().unlock()
    await machine.buy(20_000n)
  })

  it('finds a payment nobody announced, ten minutes set back while it runs', async () => {
    const ada = machine.ada()
    await machine.until(async () => (await fundingOf(ada)).account !== null)
    const { account } = await fundingOf(ada)
    const sandbox = openSandboxControl(machine.sandboxUrl())
    await sandbox.fault({ operation: 'webhook', fault: 'lost' })
    machine.setClock(-TEN_MINUTES_MS)
    const before = BigInt((await ada.wallet()).availableKobo)
    await sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '123400' })
    await machine.until(async () => BigInt((await ada.wallet()).availableKobo) === before + 123_400n)
  })

  it('leaves books that add up', async () => expect(await machine.findings()).toEqual([]))
})

// The embedded database uses the app's clock. PostgreSQL has its own, and contradicts a wrong one.
const EMBEDDED_FIRST = IS_NIGHTLY ? databaseKinds : databaseKinds.slice(0, 1)
describe.each(EMBEDDED_FIRST)('an app whose clock alone is wrong, on %s', (kind) => {
  const machine = useMachine(kind, 0)

  it.each(sampled(OFF, 2, TURN))(
    'stops money no longer than that is known: a day %s, for three seconds',
    async (_, aheadMs) => {
      await machine.restartAlone(aheadMs)
      expect(await machine.notices()).toEqual([expect.stringMatching(/^Our server’s clock is wrong/)])
      await machine.expectRefused()
      await sleep(3_000)
      await machine.restartAlone(0)
      await machine.ada().unlock()
      await machine.buy(25_000n)
    },
  )
})

/** An installation on a machine with a settable clock, and a user. `aheadMs`: how far ahead the clock starts. */
function useMachine(kind: DatabaseKind, aheadMs: number) {
  let folder: string
  let fresh: FreshDatabase | null
  let product: Product
  let ada: Person

  beforeAll(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-clock-'))
    fresh = kind === 'postgres' ? await freshDatabase(kind) : null
    setClock(aheadMs)
    product = await startProduct({
      dataFolder: path.join(folder, 'data'),
      databaseUrl: fresh?.url ?? null,
      settings: {
        NODE_OPTIONS: `--import ${path.join(import.meta.dirname, '..', 'support', 'shifted-clock.ts')}`,
        SHIFTED_CLOCK_FILE: path.join(folder, 'clock'),
      },
    })
    ada = await joinAs(product.url, 'Ada Obi')
  })
  afterAll(async () => {
    await product.close()
    await fresh?.drop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  /** Sets how far the machine's clock is ahead from now on, ms. */
  function setClock(nowAheadMs: number): void {
    fs.writeFileSync(path.join(folder, 'clock'), String(nowAheadMs))
    for (const each of product === undefined ? [] : product.running()) each.child.kill('SIGUSR2')
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
  return {
    ada: () => ada,
    sandboxUrl: () => product.sandboxUrl,
    setClock,
    until,
    notices,
    async restart(nowAheadMs: number): Promise<void> {
      await product.kill('SIGTERM')
      setClock(nowAheadMs)
      await product.startApp()
    },
    /** Restarts only the app with another clock: the world around it keeps its own. */
    async restartAlone(nowAheadMs: number): Promise<void> {
      await product.kill('SIGTERM')
      fs.writeFileSync(path.join(folder, 'clock'), String(nowAheadMs))
      await product.startApp()
    },
    /** Makes one transfer, once money moves again. */
    async buy(amountKobo: bigint): Promise<void> {
      await until(async () => (await notices()).length === 0)
      const order = await ada.withdraw(amountKobo)
      await until(async () => (await ada.order(order.id)).status === 'completed')
    },
    async expectRefused(): Promise<void> {
      await ada.unlock()
      const refused = await ada.call('POST', '/api/quotes', QUOTE)
      expect(refused.body).toMatchObject({ error: { code: 'money-out.clock' } })
    },
    /** What is wrong in the stopped product's books, by its own check and by the audit. */
    async findings(): Promise<unknown[]> {
      await product.kill('SIGTERM')
      const database = await openStopped({ dataFolder: path.join(folder, 'data'), databaseUrl: fresh?.url ?? null })
      try {
        return [...(await checkWholeBook(database)), ...(await auditBooks(database))]
      } finally {
        await database.close()
      }
    },
  }
}

const QUOTE = { kind: 'withdrawal', bankCode: '044', accountNumber: '0123456784', amountKobo: '50000' } as const
