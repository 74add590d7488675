import { createHash } from 'node:crypto'
import type { Database } from '#server/platform/db/database.ts'
import { fixMode } from '#server/platform/db/open.ts'
import { RENEW_EVERY_MS } from '#server/platform/jobs/queue.ts'
import { work } from '#tests/simulation/operations/machine.ts'
import { post } from '#tests/simulation/operations/messages.ts'
import { FOREIGN_ACCOUNT } from '#tests/simulation/operations/money-in.ts'
import type { Operation } from '#tests/simulation/operations/operation.ts'
import { createActivity } from './activity.ts'
import { chanceFrom } from './chance.ts'
import { checkAtEnd, checkNow } from './checks.ts'
import { tidy } from './database.ts'
import { calmDown, waitForTheEnd } from './ending.ts'
import { createLife, mortal, ProcessEnded } from './life.ts'
import { OPERATIONS } from './operations.ts'
import { createOutside } from './outside.ts'
import { type Broken, type Product, startProduct } from './product.ts'
import { createSimulation, type Simulation } from './simulation.ts'
import { keepOnThisThread } from './threads.ts'
import { createTime } from './time.ts'

export type RunOptions = {
  readonly seed: number
  /** How many operations run before the world is brought to rest. */
  readonly operations: number
  readonly database: Database
  readonly broken?: Broken
  /** Receives each line of the trace. */
  readonly onLine?: (line: string) => void
  /** Ends the run at the first violation. */
  readonly stopAtViolation?: boolean
}

export type Run = {
  readonly seed: number
  /** How many operations ran, by name. */
  readonly operations: Readonly<Record<string, number>>
  readonly crashes: number
  /** Faults of providers and connections, by name. */
  readonly faults: Readonly<Record<string, number>>
  readonly audits: number
  /** How many orders ended in each state. */
  readonly orders: Readonly<Record<string, number>>
  readonly violations: readonly string[]
  /** The operation at which the first violation was seen; null without one. */
  readonly firstAt: number | null
  /** SHA-256 of the trace, hex. */
  readonly traceHash: string
  readonly ms: number
  readonly cpuMs: number
}

const AUDIT_EVERY = 100
const TIDY_EVERY = 500
const VIOLATIONS_MAX = 50
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The time until the next operation. A jump is time in which the machine stood still. */
const PAUSES = [
  { weight: 600, maxMs: 300 },
  { weight: 300, maxMs: 3_000 },
  { weight: 80, maxMs: 30_000 },
  { weight: 18, maxMs: 20 * MINUTE_MS },
  { weight: 2, maxMs: 7 * HOUR_MS },
] as const

/** Runs one simulated world from its seed, on a fresh migrated database: this many operations, then until at rest. */
export async function runSimulation(options: RunOptions): Promise<Run> {
  const { setInterval: real } = globalThis
  // A worker that waits for the simulated clock renews no lease by the real one: its lease expires, as if it hung, and
  // another worker takes over.
  const withoutSigns = (act: () => void, ms?: number) => (ms === RENEW_EVERY_MS ? undefined : real(act, ms))
  globalThis.setInterval = withoutSigns as typeof setInterval
  const restoreThreads = keepOnThisThread()
  try {
    return await run(options)
  } finally {
    restoreThreads()
    globalThis.setInterval = real
  }
}

async function run(options: RunOptions): Promise<Run> {
  const { seed, database, broken = {} } = options
  const startedMs = performance.now()
  const cpu = process.cpuUsage()
  const choose = chanceFrom(`${seed}/choices`)
  const time = createTime()
  const activity = createActivity()
  const trace = createHash('sha256')
  const operations: Record<string, number> = {}
  const violations: string[] = []
  let step = 0
  let isOver = false
  let firstAt: number | null = null
  let crashes = 0
  let audits = 0
  const machine: { running: Product | null } = { running: null }
  const isDown = () => machine.running === null || machine.running.life.isOver

  function say(line: string): void {
    // Work that a stopped run leaves open ends after it.
    if (isOver) return
    const text = `${step} ${time.now().toISOString()} ${line}`
    trace.update(`${text}\n`)
    options.onLine?.(text)
  }
  function violation(what: string): void {
    firstAt ??= step
    if (violations.length < VIOLATIONS_MAX && !violations.includes(what)) {
      violations.push(what)
      say(`VIOLATION ${what}`)
    }
  }
  function product(): Product {
    if (machine.running === null || machine.running.life.isOver) throw new ProcessEnded('nothing runs')
    return machine.running
  }
  const outside = createOutside({
    time,
    chance: chanceFrom(`${seed}/outside`),
    activity,
    async carry({ url, headers, body }) {
      const { pathname } = new URL(url)
      const { messages } = simulation.memory
      messages.push({ url: pathname, headers, body })
      const { status, text } = await product().request({
        method: 'POST',
        url: pathname,
        headers: { ...headers },
        payload: body,
      })
      return { status, text }
    },
  })
  const simulation = createSimulation({
    time,
    chance: chanceFrom(`${seed}/people`),
    activity,
    // A check waits for its replies like everybody else.
    database: mortal(database, createLife(), activity),
    outside,
    product,
    violation,
  })
  const appChance = chanceFrom(`${seed}/product`)

  async function restart(): Promise<void> {
    await activity.quiet()
    while (isDown()) {
      const life = createLife()
      if (choose.is(0.05)) life.endAtStatement(choose.between(1, 8))
      const parts = { database, time, chance: appChance, activity, network: outside.network, life, broken }
      machine.running = await startProduct(parts).catch((error: unknown) => {
        if (!life.isOver) throw error
        return null
      })
      if (isDown()) crashes++
      else say('the process starts')
    }
  }

  /** Runs until the operation is done or waits for the clock; then it continues while other things happen. */
  async function perform(operation: Operation): Promise<void> {
    const from = step
    operations[operation.name] = (operations[operation.name] ?? 0) + 1
    void operation
      .run(simulation)
      .catch((error: unknown) => {
        if (error instanceof ProcessEnded) return 'no answer'
        violation(`${operation.name} failed: ${error instanceof Error ? error.stack : String(error)}`)
        return 'failed'
      })
      .then((outcome) => say(`${operation.name}${from === step ? '' : ` of ${from}`}: ${outcome}`))
    await activity.quiet()
  }

  async function pass(ms: number): Promise<void> {
    await time.pass(ms, activity.quiet)
  }

  async function check(atEnd: boolean): Promise<void> {
    audits++
    await (atEnd ? checkAtEnd(simulation) : checkNow(simulation))
  }

  await fixMode(database, 'sandbox', time.now())
  issueForeignAccount(simulation)
  for (const fault of broken.faults ?? []) outside.order(fault)
  await restart()
  for (step = 1; step <= options.operations; step++) {
    if (isDown()) {
      crashes++
      await pass(choose.below(20_000))
      await restart()
    }
    if (broken.atStep?.step === step) await broken.atStep.act(database)
    await perform(choose.weighted(OPERATIONS))
    await pass(1 + choose.below(choose.weighted(PAUSES).maxMs))
    if (step % AUDIT_EVERY === 0) await check(false)
    if (step % TIDY_EVERY === 0) await tidy(database)
    if (options.stopAtViolation === true && violations.length > 0) break
  }
  if (options.stopAtViolation !== true || violations.length === 0) {
    calmDown(simulation)
    await waitForTheEnd(simulation, async (ms) => {
      await pass(ms)
      if (isDown()) await restart()
      for (let round = 0; round < 2; round++) {
        await perform(post)
        await perform(work)
      }
    })
    // This process's planned end must not interrupt the final check.
    machine.running?.life.end()
    await restart()
    await check(true)
  }
  const states = await database.query<{ state: string; count: bigint }>(
    'select state, count(*) as count from orders group by 1 order by 1',
  )
  isOver = true
  const used = process.cpuUsage(cpu)
  return {
    seed,
    operations,
    crashes,
    faults: { ...Object.fromEntries(outside.ordered), ...outside.network.faults },
    audits,
    orders: Object.fromEntries(states.map((row) => [row.state, Number(row.count)])),
    violations,
    firstAt,
    traceHash: trace.digest('hex'),
    ms: Math.round(performance.now() - startedMs),
    cpuMs: Math.round((used.user + used.system) / 1_000),
  }
}

function issueForeignAccount({ outside: { world } }: Simulation): void {
  const createdAt = world.now().toISOString()
  const code = 'CUS_stranger'
  const names = { firstName: 'Some', lastName: 'Body', email: 'stranger@example.ng', phone: null, metadata: null }
  const account = {
    accountNumber: FOREIGN_ACCOUNT,
    accountName: 'SANDBOX / SOME BODY',
    customerCode: code,
    purpose: 'customer',
    paymentReference: null,
    expiresAt: null,
  } as const
  world.record([
    { type: 'customer.saved', customer: { id: world.nextId(), code, ...names, identified: false, createdAt } },
    { type: 'account.issued', account: { id: world.nextId(), ...account, createdAt } },
  ])
}
