import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { migrate } from '#server/platform/db/migrate.ts'
import { fixMode } from '#server/platform/db/open.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { freePort } from '#tests/support/free-port.ts'
import { findPostgresFolder } from '#tests/support/postgres.ts'
import { type Product, startApp } from './app.ts'
import { onFreshPostgres } from './fresh-postgres.ts'
import { type Client, type Measured, startClient } from './load.ts'
import { prepareOrders } from './people.ts'
import { median, printTable, twoDigits, whole } from './report.ts'
import { PEOPLE, type Size } from './rounds.ts'

const CONNECTIONS = 32
const ORDERS_PER_SECOND_AT_MOST = 2_000

type Side = { readonly title: string; readonly app: Product; readonly client: Client; readonly measured: Measured[] }

/** What following orders costs: two web processes on one PostgreSQL, one with a collector and one without, taking turns. */
export async function benchTraces(folder: string, size: Size): Promise<void> {
  if (findPostgresFolder() === null) throw new Error('PostgreSQL is not installed')
  await onFreshPostgres(async (url) => {
    const secretHex = randomBytes(32).toString('hex')
    const database = await openPostgres({ url, poolMax: 1 })
    await migrate(database)
    await fixMode(database, 'sandbox', new Date())
    const count = Math.ceil((1 + size.rounds * size.seconds) * ORDERS_PER_SECOND_AT_MOST)
    const orders = await prepareOrders(database, { secretHex, people: PEOPLE, orders: count })
    await database.exec('vacuum analyze')
    await database.close()
    const collector = await startSink()
    const sides: Side[] = []
    for (const [title, traces] of [
      ['off', null],
      ['on', collector.endpoint],
    ] as const) {
      const home = path.join(folder, `traces-${title}`)
      fs.mkdirSync(home, { recursive: true })
      const app = await startApp({ folder: home, databaseUrl: url, secretHex, ...(traces === null ? {} : { traces }) })
      const half = orders.filter((_, i) => i % 2 === sides.length)
      sides.push({ title, app, client: await startClient(home, half), measured: [] })
    }
    for (const { app, client } of sides) await client.measure(app, { connections: CONNECTIONS, seconds: 1 })
    for (let round = 0; round < size.rounds; round++) {
      // Neither of them is always the first.
      for (const { app, client, measured } of round % 2 === 0 ? sides : sides.toReversed())
        measured.push(await measure(app, client, size.seconds))
    }
    report(sides, size)
    for (const { app, client } of sides) {
      client.stop()
      await app.stop()
    }
    console.log(`${whole(collector.bytes() / 1024 ** 2)} MiB of spans arrived\n`)
    collector.stop()
  })
}

async function measure(app: Product, client: Client, seconds: number): Promise<Measured> {
  const measured = await client.measure(app, { connections: CONNECTIONS, seconds })
  if (Object.keys(measured.refused).length > 0)
    throw new Error(`orders were refused, by status: ${JSON.stringify(measured.refused)}`)
  return measured
}

function report(sides: readonly Side[], { rounds }: Size): void {
  const of = ({ measured }: Side, figure: (each: Measured) => number) => median(measured.map(figure))
  console.log(
    `Orders with and without traces, PostgreSQL, ${CONNECTIONS} connections; medians of ${rounds} rounds, taking turns`,
  )
  printTable(
    ['traces', 'orders/s', 'p50 ms', 'p99 ms', 'app CPU ms per order', 'peak MiB'],
    sides.map((side) => [
      side.title,
      whole(of(side, (each) => each.perSecond)),
      twoDigits(of(side, (each) => each.p50Ms)),
      twoDigits(of(side, (each) => each.p99Ms)),
      twoDigits(of(side, (each) => (each.appCpu * 1_000) / each.perSecond)),
      whole(side.app.peakMiB()),
    ]),
  )
  const [off, on] = sides.map((side) => of(side, (each) => each.perSecond))
  console.log(`orders/s with traces : without ${twoDigits((on ?? 0) / (off ?? 1))}`)
}

/** A collector that reads nothing of what it takes. */
async function startSink() {
  let bytes = 0
  const server = http.createServer((request, response) => {
    request.on('data', (chunk: Buffer) => (bytes += chunk.length))
    request.on('end', () => response.end('{}'))
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return {
    endpoint: `http://localhost:${port}`,
    bytes: () => bytes,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
