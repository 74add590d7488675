import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { fixMode } from '#server/platform/db/open.ts'
import { openPglite } from '#server/platform/db/pglite.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { findPostgresFolder } from '#tests/support/postgres.ts'
import { startApp } from './app.ts'
import { onFreshPostgres } from './fresh-postgres.ts'
import { type PreparedOrder, prepareOrders } from './people.ts'
import { median, printTable, twoDigits, whole } from './report.ts'
import type { Size } from './rounds.ts'
import { startWorld } from './world.ts'

const PEOPLE = 50
const READERS = 4
const READS = ['/api/wallet', '/api/transactions'] as const
/** The load beside the readers, which needs a provider; the same whether providers answer or hang. */
const QUOTES_PER_SECOND = 4
const ORDERS_PER_SECOND = 2
/** Sent before measuring begins, so that this many wait for the provider. */
const ORDERS_AT_FIRST = 20
const SETTLE_MS = 1_500

type Part = { readonly perSecond: number; readonly p50Ms: number; readonly p95Ms: number }

/** Reads the balance and history, taking turns: while the providers answer, and while they hang. */
export async function benchIsolation(folder: string, size: Size): Promise<void> {
  const embedded = path.join(folder, 'isolation')
  fs.mkdirSync(embedded, { recursive: true })
  await measure('embedded database', size, embedded, null, () => openPglite(path.join(embedded, 'pglite')))
  if (findPostgresFolder() === null) return
  const home = path.join(folder, 'isolation-postgres')
  await onFreshPostgres((url) => measure('PostgreSQL', size, home, url, () => openPostgres({ url, poolMax: 1 })))
}

async function measure(
  title: string,
  { rounds, seconds }: Size,
  folder: string,
  databaseUrl: string | null,
  open: () => Promise<Database>,
): Promise<void> {
  fs.mkdirSync(folder, { recursive: true })
  const secretHex = randomBytes(32).toString('hex')
  const database = await open()
  await migrate(database)
  await fixMode(database, 'sandbox', new Date())
  const parts = rounds * 3 + 1
  const count = ORDERS_AT_FIRST + Math.ceil(parts * (seconds + SETTLE_MS / 1_000) * ORDERS_PER_SECOND * 2)
  const orders = await prepareOrders(database, { secretHex, people: PEOPLE, orders: count })
  await database.close()
  const world = await startWorld(folder)
  const app = await startApp({ folder, databaseUrl, secretHex, role: 'all', world })
  const agent = new http.Agent({ keepAlive: true })

  for (const order of orders.splice(0, ORDERS_AT_FIRST)) await call(agent, app.url, 'POST', '/api/orders', order)
  const part = (others: boolean) => measurePart(agent, app.url, orders, { seconds, others })
  await part(true)
  const alone: Part[] = []
  const answering: Part[] = []
  const hanging: Part[] = []
  for (let round = 0; round < rounds; round++) {
    await world.answer()
    await sleep(SETTLE_MS)
    alone.push(await part(false))
    answering.push(await part(true))
    await world.hang()
    await sleep(SETTLE_MS)
    hanging.push(await part(true))
  }
  agent.destroy()
  await app.stop()
  await world.stop()

  console.log(`Balance and history, ${READERS} readers, ${title}; medians of ${rounds} rounds, taking turns`)
  const figure = (of: readonly Part[], name: keyof Part) => median(of.map((each) => each[name]))
  const row = (name: string, of: readonly Part[]) => [
    name,
    whole(figure(of, 'perSecond')),
    twoDigits(figure(of, 'p50Ms')),
    twoDigits(figure(of, 'p95Ms')),
  ]
  printTable(
    ['', 'reads/s', 'p50 ms', 'p95 ms'],
    [row('nobody pays', alone), row('providers answer', answering), row('providers hang', hanging)],
  )
  const ratio = (of: readonly Part[]) => twoDigits(figure(hanging, 'p95Ms') / figure(of, 'p95Ms'))
  console.log(`p95 while they hang : while they answer ${ratio(answering)}, : while nobody pays ${ratio(alone)}\n`)
}

/** Reads for some seconds, alone or while others request quotes and approve orders. */
async function measurePart(
  agent: http.Agent,
  url: string,
  orders: PreparedOrder[],
  { seconds, others }: { seconds: number; others: boolean },
): Promise<Part> {
  const untilMs = performance.now() + seconds * 1_000
  const readers = orders.slice(0, READERS)
  const latenciesMs: number[] = []
  async function read({ cookie }: PreparedOrder): Promise<void> {
    for (let n = 0; performance.now() < untilMs; n++) {
      const startedMs = performance.now()
      const path = READS[n % READS.length] ?? READS[0]
      const status = await call(agent, url, 'GET', path, { cookie, body: '' })
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      latenciesMs.push(performance.now() - startedMs)
    }
  }
  const quote = { kind: 'withdrawal', bankCode: '044', accountNumber: '0123456784', amountKobo: '10000' }
  const asking = setInterval(() => {
    if (!others) return
    const { cookie } = orders[Math.floor(Math.random() * orders.length)] ?? { cookie: '' }
    void call(agent, url, 'POST', '/api/quotes', { cookie, body: JSON.stringify(quote) })
  }, 1_000 / QUOTES_PER_SECOND)
  const approving = setInterval(() => {
    const order = others && orders.length > READERS ? orders.pop() : undefined
    if (order !== undefined) void call(agent, url, 'POST', '/api/orders', order)
  }, 1_000 / ORDERS_PER_SECOND)
  await Promise.all(readers.map(read))
  clearInterval(asking)
  clearInterval(approving)
  latenciesMs.sort((one, other) => one - other)
  const at = (share: number) => latenciesMs[Math.floor((latenciesMs.length - 1) * share)] ?? 0
  return { perSecond: latenciesMs.length / seconds, p50Ms: at(0.5), p95Ms: at(0.95) }
}

/** Returns the status; 0 is no answer at all. */
function call(agent: http.Agent, url: string, method: string, path: string, of: PreparedOrder): Promise<number> {
  return new Promise((resolve) => {
    const body =
      of.body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(of.body) }
    const request = http.request(url + path, { method, agent, headers: { cookie: of.cookie, ...body } }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', () => resolve(0))
    })
    request.on('error', () => resolve(0))
    request.end(of.body === '' ? undefined : of.body)
  })
}
