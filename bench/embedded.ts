import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { migrate } from '#server/platform/db/migrate.ts'
import { fixMode } from '#server/platform/db/open.ts'
import { openPglite } from '#server/platform/db/pglite.ts'
import { startApp } from './app.ts'
import { embeddedHolds } from './ledger.ts'
import { startClient } from './load.ts'
import { prepareOrders } from './people.ts'
import { ORDER_TITLES, orderRows, printTable, twoDigits, whole } from './report.ts'
import { measureRound, mediansOf, ordersNeeded, PEOPLE, type Size, warmUp } from './rounds.ts'

const ORDERS_PER_SECOND_AT_MOST = 1_600

/** Orders and holds on the embedded database, with real fsyncs. */
export async function benchEmbedded(folder: string, size: Size): Promise<void> {
  fs.mkdirSync(folder, { recursive: true })
  const secretHex = randomBytes(32).toString('hex')
  const database = await openPglite(path.join(folder, 'pglite'))
  await migrate(database)
  await fixMode(database, 'sandbox', new Date())
  const count = ordersNeeded(size, ORDERS_PER_SECOND_AT_MOST)
  const orders = await prepareOrders(database, { secretHex, people: PEOPLE, orders: count })
  await database.close()

  const app = await startApp({ folder, databaseUrl: null, secretHex })
  const client = await startClient(folder, orders)
  await warmUp(client, app)
  const rounds = []
  for (let round = 0; round < size.rounds; round++) rounds.push(await measureRound(client, app, size))
  client.stop()
  await app.stop()

  console.log('Embedded database: orders accepted over HTTP (role web: nothing is sent on meanwhile)')
  printTable(ORDER_TITLES, orderRows(mediansOf(rounds, size)))
  const holds = await embeddedHolds(path.join(folder, 'ledger'), size.seconds)
  console.log(
    `ledger_post alone: ${whole(holds.perSecond)} holds/s, ${twoDigits(holds.flushesPerPost)} flushes per hold\n`,
  )
}
