import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { run } from '#tests/support/processes.ts'
import { openSandboxControl } from '#tests/support/sandbox-control.ts'
import { differencesFromTruth, passHalfAnHour } from '#tests/support/stopped-books.ts'
import { prepareOrders } from '../people.ts'
import { printTable } from '../report.ts'
import { type AppMachine, startAppMachine } from './app-nodes.ts'
import { commitsOn, primaryNode, startNode, startPatroni, untilWhole } from './database-nodes.ts'
import { connect, DATABASE_NODES, killOn, type NodeNumber } from './machines.ts'
import { type Load, type Sent, startLoad } from './people-load.ts'
import { lastWords, until } from './programs.ts'
import { databaseUrl, makeSetting, type Setting } from './setting.ts'
import { hearEverywhere } from './streams.ts'

export const FAULTS = ['kill', 'partition', 'machine', 'rolling'] as const
export type Fault = (typeof FAULTS)[number]
export type Plan = { readonly rounds: number; readonly faults: readonly Fault[]; readonly perSecond: number }

const PEOPLE = 200
/** Longer than any round. */
const ORDERS_SECONDS = 240
const BEFORE_MS = 5_000
const AFTER_MS = 8_000
const ACCEPTED_AGAIN_WITHIN_MS = 150_000
const ENDED_WITHIN_MS = 180_000

type Result = {
  readonly fault: Fault
  readonly acknowledged: number
  readonly kept: number
  readonly askedAgain: number
  /** From the fault to the answer of the first approval that was sent after it and accepted, s. */
  readonly nextAcceptedS: number
  /** The longest time in which nothing was accepted, s. */
  readonly longestGapS: number
  readonly answers: Load['answers']
  /** What went wrong. */
  readonly wrong: readonly string[]
}

/** Runs the whole plan on machines made for it. Returns the exit code: 0 if nothing was lost or wrong. */
export async function drillFailover(prefix: string, plan: Plan): Promise<number> {
  process.once('SIGTERM', () => process.exit(1))
  const setting = makeSetting(prefix)
  try {
    const results = await drill(setting, plan)
    print(results)
    return results.every(({ wrong }) => wrong.length === 0) ? 0 : 1
  } catch (error) {
    console.error(lastWords(setting.folder))
    throw error
  }
}

async function drill(setting: Setting, plan: Plan): Promise<Result[]> {
  for (const node of DATABASE_NODES) startNode(setting, node)
  console.log(`three nodes, the primary is node${await untilWhole()}`)
  const app = await startAppMachine(setting)
  console.log('two web processes and two workers are ready')
  const results: Result[] = []
  for (let round = 1; round <= plan.rounds; round++) {
    for (const fault of plan.faults) {
      const result = await oneRound(setting, app, { fault, perSecond: plan.perSecond })
      console.log(`round ${round}, ${fault}: ${JSON.stringify(result)}`)
      results.push(result)
    }
  }
  return results
}

async function oneRound(
  setting: Setting,
  app: AppMachine,
  { fault, perSecond }: { fault: Fault; perSecond: number },
): Promise<Result> {
  const primary = await untilWhole()
  const url = databaseUrl(setting, { user: 'superuser', port: 5000 })
  const orders = await withDatabase(url, (database) =>
    prepareOrders(database, {
      secretHex: setting.secretHex,
      people: PEOPLE,
      orders: Math.ceil(perSecond * ORDERS_SECONDS),
    }),
  )
  const [last, ...issued] = orders.toReversed()
  const load = startLoad(issued, perSecond)
  const startedMs = performance.now()
  await sleep(BEFORE_MS)
  if (!load.sent.some(({ orderId }) => orderId !== null)) {
    throw new Error(`nothing was accepted before the fault: ${JSON.stringify([load.answers, load.sent[0]])}`)
  }
  const faultMs = performance.now()
  const wrongAtFault = await inject(setting, app, { fault, primary })
  const isAfter = (each: Sent) => each.orderId !== null && each.begunMs > faultMs
  await until('an order after the fault', async () => load.sent.some(isAfter), ACCEPTED_AGAIN_WITHIN_MS)
  await sleep(AFTER_MS)
  // Under load too: a returning primary must not take its place back.
  await repair(setting, { fault, primary })
  await sleep(AFTER_MS)
  await load.stop()
  await untilWhole()
  const unheard = last === undefined ? [] : await hearEverywhere(last)
  const checked = await check(setting, app, load.sent)
  const nextMs = Math.min(...load.sent.filter(isAfter).map((each) => each.acceptedMs))
  return {
    fault,
    acknowledged: load.sent.filter(({ orderId }) => orderId !== null).length,
    kept: checked.kept,
    askedAgain: load.sent.filter(({ attempts }) => attempts > 1).length,
    nextAcceptedS: seconds(nextMs - faultMs),
    longestGapS: seconds(longestGap(load.sent, startedMs)),
    answers: load.answers,
    wrong: [...wrongAtFault, ...unheard, ...checked.wrong],
  }
}

/** Injects a fault. Returns what went wrong. */
async function inject(
  { prefix, ...rest }: Setting,
  app: AppMachine,
  { fault, primary }: { fault: Fault; primary: NodeNumber },
): Promise<string[]> {
  switch (fault) {
    case 'kill':
      killOn(prefix, primary, ['etcd'])
      return []
    case 'machine':
      // A machine that dies does not announce it.
      connect(primary, false)
      killOn(prefix, primary)
      return []
    case 'partition': {
      connect(primary, false)
      return await commitsAlone({ prefix, ...rest }, primary)
    }
    case 'rolling':
      for (const node of app.nodes) {
        await node.restart()
        // Two health checks of the proxy.
        await sleep(2_500)
      }
      return []
  }
}

const ALONE_SECONDS = 3

/** A primary that was cut off still runs, and for some seconds believes that it leads. It must confirm nothing. */
async function commitsAlone(setting: Setting, primary: NodeNumber): Promise<string[]> {
  const confirmed = await commitsOn(setting, primary, ALONE_SECONDS)
  return confirmed ? [`node${primary} confirmed a commit while it was cut off`] : []
}

async function repair(setting: Setting, { fault, primary }: { fault: Fault; primary: NodeNumber }): Promise<void> {
  if (fault === 'kill') startPatroni(setting, primary)
  if (fault === 'partition' || fault === 'machine') connect(primary, true)
  if (fault === 'machine') startNode(setting, primary)
  await untilWhole()
}

/** Checks every acknowledged order on the current primary, then the books, and what the sandbox paid. */
async function check(setting: Setting, app: AppMachine, sent: readonly Sent[]) {
  const url = databaseUrl(setting, { user: 'superuser', port: 5000 })
  await primaryNode()
  const ids = sent.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]))
  const refusals = sent.flatMap(({ refusal }) => (refusal === null ? [] : [`refused: ${refusal}`]))
  return await withDatabase(url, async (database) => {
    const found = await database.query<{ id: string }>('select id from orders where id = any($1::text[])', [ids])
    const twice = ids.length - new Set(ids).size
    await untilEnded(database)
    const { transfers } = await openSandboxControl(app.world.url).truth()
    const sentTwice = transfers.length - new Set(transfers.map(({ reference }) => reference)).size
    const wrong = [
      ...refusals.slice(0, 3),
      ...(found.length === ids.length ? [] : [`${ids.length - found.length} acknowledged orders are gone`]),
      ...(twice === 0 ? [] : [`${twice} approvals were answered with an order of another`]),
      ...(sentTwice === 0 ? [] : [`${sentTwice} payments were sent twice`]),
      ...(await differencesFromTruth(database, transfers)).slice(0, 5),
      ...(await auditBooks(setting)),
    ]
    return { kept: found.length, wrong }
  })
}

/** Waits until each order has ended; one that never reached the provider when the database went waits half an hour. */
async function untilEnded(database: Database): Promise<void> {
  await until(
    'every order to end',
    async () => {
      const open = await database.query<{ state: string }>(
        "select state from orders where state not in ('settled', 'released')",
      )
      if (open.some(({ state }) => state === 'unknown')) await passHalfAnHour(database)
      return open.length === 0
    },
    ENDED_WITHIN_MS,
  )
}

/** Runs the audit over the whole books. */
async function auditBooks(setting: Setting): Promise<string[]> {
  const auditor = run('audit/main.ts', {
    DATABASE_URL: databaseUrl(setting, { user: 'app', port: 5000 }),
    DATA_DIR: path.join(setting.folder, 'audit'),
    JARA_SECRET: setting.secretHex,
  })
  const code = await auditor.ended
  return code === 0 ? [] : [`the audit ended with ${code}: ${auditor.output()}`]
}

async function withDatabase<T>(url: string, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openPostgres({ url, poolMax: 2 })
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

function longestGap(sent: readonly Sent[], startedMs: number): number {
  const times = sent
    .flatMap(({ orderId, acceptedMs }) => (orderId === null ? [] : [acceptedMs]))
    .toSorted((a, b) => a - b)
  return Math.max(...times.map((each, i) => each - (times[i - 1] ?? startedMs)))
}

const seconds = (ms: number) => Math.round(ms / 100) / 10

function print(results: readonly Result[]): void {
  const titles = ['fault', 'acknowledged', 'kept', 'asked again', 'next accepted s', 'longest gap s', 'wrong']
  const rows = results.map((each) => [
    each.fault,
    String(each.acknowledged),
    String(each.kept),
    String(each.askedAgain),
    each.nextAcceptedS.toFixed(1),
    each.longestGapS.toFixed(1),
    String(each.wrong.length),
  ])
  printTable(titles, rows)
  for (const { fault, wrong } of results) for (const each of wrong) console.log(`${fault}: ${each}`)
}
