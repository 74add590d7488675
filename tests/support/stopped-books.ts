import path from 'node:path'
import type { Database } from '#server/platform/db/database.ts'
import { openPglite } from '#server/platform/db/pglite.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import type { Truth } from './sandbox-control.ts'

/** Opens the database of an app that is not running. */
export async function openStopped(of: { dataFolder: string; databaseUrl: string | null }): Promise<Database> {
  return of.databaseUrl === null
    ? await openPglite(path.join(of.dataFolder, 'pglite'))
    : await openPostgres({ url: of.databaseUrl })
}

/**
 * An order that was marked as going out when the app was killed, and that the provider does not know, is sent again
 * only after half an hour of verification. This makes that time pass.
 */
export async function passHalfAnHour(database: Database): Promise<void> {
  await database.query(
    `update orders set not_found_count = 3, not_found_since = now() - interval '31 minutes' where state = 'unknown'`,
  )
  await database.query("update jobs set due_at = now() where kind = 'order'")
}

/**
 * Where the books of withdrawals differ from what the sandbox world really paid: by reference, to the kobo, fee
 * included, with nothing extra. Empty if all is well. Every order must have ended.
 */
export async function differencesFromTruth(database: Database, transfers: Truth['transfers']): Promise<string[]> {
  const orders = await database.query<{ reference: string; state: string }>('select reference, state from orders')
  const booked = await database.query<{ reference: string; kobo: bigint }>(
    `select t.subject_id as reference, sum(e.amount)::bigint as kobo
     from ledger_transfers t join ledger_entries e on e.user_id = t.user_id and e.transfer_id = t.id
     where t.kind = 'settle' and e.account_id = 'provider:paystack:float' group by t.subject_id`,
  )
  const bookedKobo = new Map(booked.map(({ reference, kobo }) => [reference, kobo]))
  const paid = new Map(
    transfers
      .filter((each) => each.status === 'paid')
      .map((each) => [each.reference, BigInt(each.amountKobo) + BigInt(each.feeKobo)]),
  )
  const known = new Set(orders.map(({ reference }) => reference))
  return [
    ...orders.flatMap(({ reference, state }) => {
      const wanted = paid.has(reference) ? 'settled' : 'released'
      const isTrue = state === wanted && bookedKobo.get(reference) === paid.get(reference)
      return isTrue
        ? []
        : [`${reference} is ${state}, ${bookedKobo.get(reference)} booked, ${paid.get(reference)} paid`]
    }),
    ...transfers.flatMap(({ reference }) =>
      known.has(reference) ? [] : [`${reference} was sent and is not in the books`],
    ),
  ]
}
