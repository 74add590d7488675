import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { UserId } from '#contract/ids.ts'
import { addAlert } from '#server/outbox/alerts/add-alert.ts'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { fixMode } from '#server/platform/db/open.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { idSource } from '#server/platform/ids.ts'
import { findPostgresFolder } from '#tests/support/postgres.ts'
import { startApp } from './app.ts'
import { onFreshPostgres } from './fresh-postgres.ts'
import { type Measured, startClient } from './load.ts'
import { type Mailboxes, startMailboxes } from './mailboxes.ts'
import { prepareOrders } from './people.ts'
import { median, printTable, twoDigits, whole } from './report.ts'
import type { Size } from './rounds.ts'
import { startWorld } from './world.ts'

const PEOPLE = 300
const ORDERS_PER_SECOND = 20
const EVENTS_PER_SECOND = 10_000 / 60
const WARM_UP_SECONDS = 3
/** Alerts still in flight when the orders end count if they arrive within this time. */
const LAST_ALERTS_MS = 5_000

/**
 * Orders in three settings that take turns: alone, beside 10,000 events a minute that alert nobody (a transaction and
 * one row each), and beside as many events that are emailed to their owners.
 */
export async function benchAlerts(folder: string, size: Size): Promise<void> {
  if (findPostgresFolder() === null) throw new Error('PostgreSQL is not installed')
  const home = path.join(folder, 'alerts')
  for (const isApart of [false, true]) {
    console.log(isApart ? 'web and worker apart, as processes of their own:' : 'web and worker in one process:')
    await onFreshPostgres((url) => measure(url, path.join(home, isApart ? 'apart' : 'one'), size, isApart))
  }
}

type Beside = Record<'none' | 'silent' | 'emailed', Measured[]>

async function measure(
  databaseUrl: string,
  folder: string,
  { rounds, seconds }: Size,
  isApart: boolean,
): Promise<void> {
  fs.mkdirSync(path.join(folder, 'worker'), { recursive: true })
  const secretHex = randomBytes(32).toString('hex')
  const database = await openPostgres({ url: databaseUrl, poolMax: 4 })
  await migrate(database)
  await fixMode(database, 'sandbox', new Date())
  const count = Math.ceil((WARM_UP_SECONDS + rounds * 3 * seconds) * ORDERS_PER_SECOND * 1.1)
  const orders = await prepareOrders(database, { secretHex, people: PEOPLE, orders: count })
  const mailboxes = await startMailboxes()
  const world = await startWorld(folder)
  const installation = { databaseUrl, secretHex, world: { url: world.url, smtpPort: mailboxes.port } }
  const worker = isApart
    ? await startApp({ ...installation, folder: path.join(folder, 'worker'), role: 'worker' })
    : null
  const app = await startApp({ ...installation, folder, role: isApart ? 'web' : 'all' })
  const client = await startClient(folder, orders)
  const all = { ...app, cpuMs: () => app.cpuMs() + (worker?.cpuMs() ?? 0) }
  const load = async (for_: number) => {
    const measured = await client.measure(all, { perSecond: ORDERS_PER_SECOND, seconds: for_ })
    if (Object.keys(measured.refused).length > 0) throw new Error(`refused: ${JSON.stringify(measured.refused)}`)
    return measured
  }
  await load(WARM_UP_SECONDS)
  const beside: Beside = { none: [], silent: [], emailed: [] }
  const source = eventsInto(database, mailboxes)
  for (let round = 0; round < rounds; round++) {
    beside.none.push(await load(seconds))
    for (const kind of ['silent', 'emailed'] as const) {
      source.start(kind)
      beside[kind].push(await load(seconds))
      source.stop()
      await sleep(LAST_ALERTS_MS)
    }
  }
  client.stop()
  for (const each of [app, worker, world]) await each?.stop()
  await mailboxes.close()
  await database.close()
  print(beside, { ...source.result(), rounds })
}

/** Makes events at a steady rate, each in a transaction of its own, as whatever proves them does. */
function eventsInto(database: Database, mailboxes: Mailboxes) {
  const clock = { now: () => new Date() }
  const newId = idSource(clock.now, (count) => randomBytes(count))
  let timer: NodeJS.Timeout | undefined
  let people: UserId[] = []
  let [made, told, dueMs] = [0, 0, 0]
  async function make(kind: 'silent' | 'emailed'): Promise<void> {
    const userId = people[made++ % people.length]
    if (userId === undefined) return
    if (kind === 'silent') {
      await database.transaction((tx) =>
        tx.query('insert into alert_rounds (id, began_at, ended_at) values ($1, $2, $2)', [newId('dep'), clock.now()]),
      )
      return
    }
    told++
    const noting: typeof newId = (prefix) => {
      const id = newId(prefix)
      mailboxes.made(id)
      return id
    }
    await database.transaction((tx) =>
      addAlert(
        tx,
        { clock, newId: noting },
        {
          userId,
          kind: 'money-in',
          subjectId: newId('dep'),
          facts: { transactionId: newId('txn'), amountKobo: '500000', name: 'Chidi Eze' },
        },
      ),
    )
  }
  return {
    start(kind: 'silent' | 'emailed') {
      dueMs = performance.now()
      timer = setInterval(async () => {
        if (people.length === 0)
          people = (await database.query<{ id: UserId }>('select id from users')).map((each) => each.id)
        for (; dueMs <= performance.now(); dueMs += 1_000 / EVENTS_PER_SECOND) void make(kind)
      }, 10)
    },
    stop: () => clearInterval(timer),
    result: () => ({ told, tookMs: mailboxes.tookMs }),
  }
}

function print(
  beside: Beside,
  { told, tookMs, rounds }: { told: number; tookMs: readonly number[]; rounds: number },
): void {
  const figure = (of: readonly Measured[], name: 'p50Ms' | 'p95Ms' | 'p99Ms' | 'appCpu') =>
    median(of.map((each) => each[name]))
  const row = (title: string, of: readonly Measured[]) => [
    title,
    twoDigits(figure(of, 'p50Ms')),
    twoDigits(figure(of, 'p95Ms')),
    twoDigits(figure(of, 'p99Ms')),
    twoDigits(figure(of, 'appCpu')),
  ]
  console.log(`${ORDERS_PER_SECOND} orders a second; medians of ${rounds} rounds, taking turns`)
  printTable(
    ['beside', 'p50 ms', 'p95 ms', 'p99 ms', 'app CPU'],
    [
      row('no events', beside.none),
      row('10,000 events a minute, without notifications', beside.silent),
      row('10,000 events a minute, emailed', beside.emailed),
    ],
  )
  const ratio = (than: 'none' | 'silent', name: 'p50Ms' | 'p95Ms') =>
    twoDigits(figure(beside.emailed, name) / figure(beside[than], name))
  console.log(
    `orders beside emailed events : beside none, p50 ${ratio('none', 'p50Ms')}, p95 ${ratio('none', 'p95Ms')}`,
  )
  console.log(`: beside events without notifications, p50 ${ratio('silent', 'p50Ms')}, p95 ${ratio('silent', 'p95Ms')}`)
  const sorted = tookMs.toSorted((one, other) => one - other)
  const at = (share: number) => whole(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
  console.log(
    `event to mailbox: ${sorted.length} of ${told} events, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms\n`,
  )
}
