import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Quote } from '#contract/orders.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { joinAs, type Person } from '#tests/support/person.ts'
import { startCluster } from '#tests/support/postgres.ts'
import { type Product, run, startProduct } from '#tests/support/processes.ts'
import { randomFrom } from '#tests/support/random.ts'
import { openSandboxControl } from '#tests/support/sandbox-control.ts'
import { differencesFromTruth, openStopped, passHalfAnHour } from '#tests/support/stopped-books.ts'
import { helpFor } from '../../scripts/lib/help.js'

helpFor(`npm run crash: kills the app with SIGKILL at random instants, under load and while it starts, over the same books.

  --kills 20           how many times
  --database postgres  on PostgreSQL instead of the embedded database
  --seed 123456        repeats a run
  --audit-every 100    kills between two audits

After each kill every command must be there that was acknowledged since the kill before. At each audit the books must agree with
the sandbox world to the kobo. Ends with one line of figures, and with 1 if anything was wrong.`)

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    database: { type: 'string', default: 'pglite' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    'audit-every': { type: 'string', default: '100' },
  },
})
const [KILLS, SEED, AUDIT_EVERY] = [Number(values.kills), Number(values.seed), Number(values['audit-every'])]
const PEOPLE = 4
/** Load runs for a random time up to this before each kill, ms. */
const LOAD_MAX_MS = 700
/** One start in this many is itself killed, within the time that a start takes, ms. */
const KILLED_START_EVERY = 5
const START_MS = 1_500
const ORDERS_PER_PERSON = 900
const ALL_ENDED_WITHIN_MS = 120_000

type Sent = { readonly person: Person; readonly quote: Quote; orderId: string | null }

const random = randomFrom(SEED)
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-kill-'))
const cluster = values.database === 'postgres' ? await startCluster({ fsync: true }) : null
const databaseUrl = cluster === null ? null : await makeDatabase(cluster.url('postgres'), cluster.url('books'))
/** As with `npm start`: compiled code is kept. */
const settings = { NODE_COMPILE_CACHE: path.join(folder, 'compiled') }
const product = await startProduct({ dataFolder: folder, databaseUrl, settings })
const sandbox = openSandboxControl(product.sandboxUrl)
const wrong: string[] = []
const readyAfterMs: number[] = []
/** Quotes sent and not yet checked after a restart. */
let sent: Sent[] = []
const people: { person: Person; orders: number }[] = []
let [acknowledged, kills, audits, reported] = [0, 0, 0, 0]

while (kills < KILLS && wrong.length === 0) {
  await killUnderLoad()
  await checkAcknowledged()
  if (kills >= reported + 20) report('so far')
  if (kills >= AUDIT_EVERY * (audits + 1)) await auditNow()
}
await auditNow()
report('done')
await product.close()
await cluster?.stop()
fs.rmSync(folder, { recursive: true, force: true })
process.exit(wrong.length === 0 ? 0 : 1)

async function killUnderLoad(): Promise<void> {
  for (const fault of ['decline', 'accept-then-500']) await sandbox.fault({ operation: 'transfer', fault })
  const load = { isOver: false }
  const working = (await crew()).map((each) => order(each, load))
  await sleep(random() * LOAD_MAX_MS)
  await kill(product)
  load.isOver = true
  await Promise.all(working)
  if (random() < 1 / KILLED_START_EVERY) {
    const start = product.startApp().catch(() => undefined)
    await sleep(random() * START_MS)
    await kill(product)
    await start
  }
  readyAfterMs.push(await product.startApp())
}

async function kill(of: Product): Promise<void> {
  await of.kill('SIGKILL')
  kills++
}

/** One person who keeps sending money until the app dies. */
async function order(of: { person: Person; orders: number }, load: { isOver: boolean }): Promise<void> {
  while (!load.isOver) {
    try {
      const quote = await of.person.quote(10_000n)
      const each: Sent = { person: of.person, quote, orderId: null }
      sent.push(each)
      of.orders++
      const answer = await of.person.approve(quote)
      if (answer.status === 201) {
        each.orderId = answer.body.order.id
        acknowledged++
      } else wrong.push(`approval answered ${answer.status} ${JSON.stringify(answer.body)}`)
    } catch {
      return
    }
  }
}

/** People with money left; somebody new replaces each who has spent theirs. */
async function crew(): Promise<{ person: Person; orders: number }[]> {
  for (let n = 0; n < PEOPLE; n++) {
    if ((people[n]?.orders ?? ORDERS_PER_PERSON) < ORDERS_PER_PERSON) continue
    people[n] = { person: await joinAs(product.url, 'Bola Ade'), orders: 0 }
  }
  return people
}

/** What a page does after a lost reply: sends the same quote again. An acknowledged one is the same order. */
async function checkAcknowledged(): Promise<void> {
  for (const { person, quote, orderId } of sent) {
    const answer = await person.approve(quote)
    const id = answer.body.order?.id
    if (answer.status >= 300 || (orderId !== null && (answer.status !== 200 || id !== orderId))) {
      wrong.push(`kill ${kills}: ${orderId ?? 'unanswered'} became ${answer.status} ${JSON.stringify(answer.body)}`)
    }
  }
  sent = []
}

async function auditNow(): Promise<void> {
  audits++
  await untilAtRest(`'unknown', 'settled', 'released'`)
  await untilAtRest(`'settled', 'released'`)
  const { transfers } = await sandbox.truth()
  const database = await openStopped({ dataFolder: folder, databaseUrl })
  wrong.push(...(await differencesFromTruth(database, transfers)))
  await database.close()
  const auditor = run('audit/main.ts', product.env)
  if ((await auditor.ended) !== 0) wrong.push(auditor.output())
  await product.startApp()
}

/** Lets the app work until every order is in one of these states, then stops it and lets half an hour pass. */
async function untilAtRest(states: string): Promise<void> {
  const untilMs = performance.now() + ALL_ENDED_WITHIN_MS
  for (let moving = true; moving; ) {
    await sleep(1_500)
    await product.kill('SIGTERM')
    const database = await openStopped({ dataFolder: folder, databaseUrl })
    moving = (await database.query(`select 1 from orders where state not in (${states}) limit 1`)).length > 0
    if (moving && performance.now() > untilMs) {
      wrong.push(`orders without an end after ${ALL_ENDED_WITHIN_MS} ms`)
      moving = false
    }
    if (!moving && states.includes('unknown')) await passHalfAnHour(database)
    await database.close()
    if (moving || states.includes('unknown')) await product.startApp()
  }
}

function report(when: string): void {
  reported = kills
  const sorted = readyAfterMs.toSorted((one, other) => one - other)
  const p95 = Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0)
  const figures = `${kills} kills, ${acknowledged} commands acknowledged, ${wrong.length} wrong, ready again p95 ${p95} ms, max ${Math.round(sorted.at(-1) ?? 0)} ms`
  process.stdout.write(
    `kill -9 on ${values.database}, ${when}: ${figures}, ${audits} audits, seed ${SEED}, machine load ${os.loadavg()[0]?.toFixed(1)}\n`,
  )
  for (const each of wrong.slice(0, 20)) process.stdout.write(`${each}\n`)
}

async function makeDatabase(adminUrl: string, url: string): Promise<string> {
  const admin = await openPostgres({ url: adminUrl })
  await admin.exec('create database books')
  await admin.close()
  return url
}
