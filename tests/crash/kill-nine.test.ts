import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Order, Quote } from '#contract/orders.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { joinAs, type Person } from '#tests/support/person.ts'
import { type Product, run, startProduct } from '#tests/support/processes.ts'
import { openSandboxControl } from '#tests/support/sandbox-control.ts'
import { differencesFromTruth, openStopped, passHalfAnHour } from '#tests/support/stopped-books.ts'

/** Rounds of killing. `CRASH_ROUNDS=100` for the long run; `JARA_SEED` repeats one. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1)
const SEED = Number(process.env.JARA_SEED ?? Date.now() % 1_000_000)
const PEOPLE = 5
const ORDERS_EACH = 10
const FAULTS_EACH = 3
const ALL_ENDED_WITHIN_MS = 60_000
/** Generous, for a busy machine; the actual figure is printed. */
const READY_WITHIN_MS = 20_000

type Sent = { readonly person: Person; readonly quote: Quote; order: Order | null }

describe.each(featureDatabases)('kill -9 in the middle of 50 withdrawals on %s', (kind) => {
  let folder: string
  let fresh: FreshDatabase | null
  let product: Product

  beforeEach(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-crash-'))
    fresh = kind === 'postgres' ? await freshDatabase(kind) : null
    product = await startProduct({ dataFolder: folder, databaseUrl: fresh?.url ?? null })
  })
  afterEach(async () => {
    await product.close()
    await fresh?.drop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it(
    `loses nothing that was acknowledged and pays nothing twice, ${ROUNDS} round(s) from seed ${SEED}`,
    async () => {
      const people = await Promise.all(
        Array.from({ length: PEOPLE }, (_, i) => joinAs(product.url, `Bola Number ${'ABCDE'[i]}`)),
      )
      const readyAfterMs: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const sent = await quotesOf(people)
        // So that some orders fail, and some requests arrive although the reply says otherwise.
        for (const fault of ['decline', 'accept-then-500']) {
          await openSandboxControl(product.sandboxUrl).fault({ operation: 'transfer', fault, count: FAULTS_EACH })
        }
        await approveUntilKilled(sent, (SEED + round * 7) % (PEOPLE * ORDERS_EACH - 5))
        readyAfterMs.push(await product.startApp())
        // Kills it again while it recovers what was in flight.
        await new Promise((resolve) => setTimeout(resolve, (SEED * 13 + round) % 300))
        await product.kill('SIGKILL')
        readyAfterMs.push(await product.startApp())
        await approveAgain(sent)
        await untilNothingMoves(sent, (order) => order.state === 'unknown')
        await passTime()
        for (const order of await untilNothingMoves(sent, () => false))
          expect(['completed', 'failed']).toContain(order.status)
      }
      expect(Math.max(...readyAfterMs)).toBeLessThan(READY_WITHIN_MS)
      // biome-ignore lint/suspicious/noConsole: the figure belongs to the run's output
      console.log(`kill -9 on ${kind}: seed ${SEED}, ready again after ${readyAfterMs.map(Math.round).join(', ')} ms`)

      await product.kill('SIGTERM')
      await expectTruth()
      const auditor = run('audit/main.ts', product.env)
      expect({ code: await auditor.ended, said: auditor.output() }).toMatchObject({ code: 0 })
    },
    180_000 + ROUNDS * 60_000,
  )

  async function quotesOf(people: readonly Person[]): Promise<Sent[]> {
    const sent = people.flatMap((person) => Array.from({ length: ORDERS_EACH }, () => person))
    return await Promise.all(
      sent.map(async (person, i) => ({ person, quote: await person.quote(BigInt(10_000 + i)), order: null })),
    )
  }

  /** Approves all at once and kills the app as soon as `count` of them are acknowledged. */
  async function approveUntilKilled(sent: readonly Sent[], count: number): Promise<void> {
    let acknowledged = 0
    let killed: Promise<unknown> | undefined
    const kill = () => (killed ??= product.kill('SIGKILL'))
    await Promise.all(
      sent.map(async (each) => {
        const answer = await each.person.approve(each.quote).catch(() => null)
        if (answer === null) return
        expect(answer.status).toBe(201)
        each.order = answer.body.order
        if (++acknowledged >= count) void kill()
      }),
    )
    await kill()
    await killed
  }

  /** What a page does without a reply: sends the same quote again. Acknowledged ones are the same orders. */
  async function approveAgain(sent: readonly Sent[]): Promise<void> {
    for (const each of sent) {
      const answer = await each.person.approve(each.quote)
      expect([200, 201]).toContain(answer.status)
      if (each.order !== null) expect(answer.body.order.id).toBe(each.order.id)
      each.order = answer.body.order
    }
  }

  /** Waits until each order has ended, or may wait longer than a test does. */
  async function untilNothingMoves(sent: readonly Sent[], mayWait: (order: Order) => boolean): Promise<Order[]> {
    const untilMs = performance.now() + ALL_ENDED_WITHIN_MS
    for (;;) {
      const orders = await Promise.all(sent.map(({ person, order }) => person.order(order?.id ?? '')))
      const moving = orders.filter((each) => each.status === 'pending' && !mayWait(each))
      if (moving.length === 0 || performance.now() > untilMs) return orders
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
  }

  async function passTime(): Promise<void> {
    await product.kill('SIGTERM')
    const database = await openStopped({ dataFolder: folder, databaseUrl: fresh?.url ?? null })
    await passHalfAnHour(database)
    await database.close()
    await product.startApp()
  }

  /** The ledger paid exactly what the sandbox world paid, by reference, to the kobo. */
  async function expectTruth(): Promise<void> {
    const { transfers } = await openSandboxControl(product.sandboxUrl).truth()
    const database = await openStopped({ dataFolder: folder, databaseUrl: fresh?.url ?? null })
    const differences = await differencesFromTruth(database, transfers)
    await database.close()
    expect(differences).toEqual([])
    expect(transfers.filter((each) => each.status === 'paid').length).toBeGreaterThan(0)
  }
})
