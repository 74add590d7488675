import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { UserId } from '#contract/ids.ts'
import { kobo } from '#contract/money.ts'
import { account } from '#server/ledger/accounts.ts'
import { type PostedTransfer, postTransfer, postTransfers, type SimpleTransfer } from '#server/ledger/post.ts'
import { batched } from '#server/platform/db/batch.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPglite } from '#server/platform/db/pglite.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { idSource } from '#server/platform/ids.ts'

const PEOPLE = 1_000
const LANES = 2
const GRANT_KOBO = kobo(1_000_000_000)

const newId = idSource(() => new Date(), randomBytes)

/** Creates people with money and nothing else. Returns their ids. */
export async function prepareLedger(database: Database): Promise<UserId[]> {
  await migrate(database)
  const people = Array.from({ length: PEOPLE }, () => newId('usr'))
  await database.transaction(async (tx) => {
    for (const userId of people) {
      const movements = [{ from: account.sandboxEquity, to: account.available(userId), amountKobo: GRANT_KOBO }]
      const id = newId('trf')
      await postTransfer(tx, { id, userId, kind: 'grant', key: 'grant', subjectId: null, movements, at: new Date() })
    }
    await tx.query(
      'create table bench_people as select n, id from unnest($1::text[]) with ordinality as people (id, n)',
      [people],
    )
  })
  await database.exec('create unique index on bench_people (n); analyze bench_people')
  return people
}

/** Writes the pgbench script of one hold: two kept accounts, so two row locks and two chained entries, one commit. */
export function writeHoldScript(folder: string): string {
  const file = path.join(folder, 'hold.sql')
  const random = "substr(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 1, 35)"
  fs.writeFileSync(
    file,
    `\\set n random(1, ${PEOPLE})
     with order_id as (select 'ord_' || ${random} as id)
     select ledger_post(p.id, 'trf_' || ${random}, 'hold', 'hold:' || o.id, o.id, now(),
       array['user:' || p.id || ':available'], array['user:' || p.id || ':held'], array[1]::bigint[])
     from bench_people p, order_id o where p.n = :n;`,
  )
  return file
}

/** Holds per second and flushes to the disk per hold on the embedded database, one after another in this process. */
export async function embeddedHolds(
  folder: string,
  seconds: number,
): Promise<{ perSecond: number; flushesPerPost: number }> {
  const database = await openPglite(path.join(folder, 'pglite'))
  const people = await prepareLedger(database)
  const flushesBefore = database.fsyncCount()
  const startedMs = performance.now()
  let count = 0
  for (; performance.now() - startedMs < seconds * 1_000; count++)
    await hold(database, people[count % PEOPLE] ?? newId('usr'))
  const perSecond = count / ((performance.now() - startedMs) / 1_000)
  const flushesPerPost = (database.fsyncCount() - flushesBefore) / count
  await database.close()
  return { perSecond, flushesPerPost }
}

/** Both are one movement of one kobo. `spread`: a hold, nothing shared. `shared`: a deposit from one house account. */
export type Posting = 'spread' | 'shared'

type Poster = (on: { readonly database: Database }, transfer: SimpleTransfer) => Promise<PostedTransfer>

/**
 * How transfers that arrive together are posted together. `alone`: a group is one statement, and so its own
 * transaction, like pgbench's holds. `begun`: in a transaction with a begin and a commit, as in the app, which writes
 * more.
 */
export type Around = 'alone' | 'begun'

const POSTERS: Readonly<Record<Around, Poster>> = {
  alone: poster((database, post) => post({ inTransaction: true, query: (...given) => database.query(...given) })),
  begun: poster((database, post) => database.transaction(post)),
}

type Post = (tx: Transaction) => ReturnType<typeof postTransfers>

function poster(around: (database: Database, post: Post) => ReturnType<typeof postTransfers>): Poster {
  return batched<{ readonly database: Database }, SimpleTransfer, PostedTransfer>({
    work: ({ database }, transfers) => around(database, (tx) => postTransfers(tx, transfers)),
    keyOf: ({ userId }) => userId,
    concurrency: LANES,
  })
}

/** Transfers per second through this process; each caller posts again once its last transfer is on disk. */
export async function postedThroughNode(
  url: string,
  of: { people: readonly UserId[]; callers: number; seconds: number; posting: Posting; around: Around },
): Promise<number> {
  const post = POSTERS[of.around]
  const database = await openPostgres({ url, poolMax: LANES })
  const startedMs = performance.now()
  let count = 0
  async function caller(first: number): Promise<void> {
    for (let n = first; performance.now() - startedMs < of.seconds * 1_000; n += of.callers) {
      const userId = of.people[n % of.people.length] ?? newId('usr')
      await post({ database }, transferOf(userId, of.posting))
      count++
    }
  }
  await Promise.all(Array.from({ length: of.callers }, (_, i) => caller(i)))
  const perSecond = count / ((performance.now() - startedMs) / 1_000)
  await database.close()
  return perSecond
}

function transferOf(userId: UserId, posting: Posting): SimpleTransfer {
  const [id, subjectId, at] = [newId('trf'), newId('ord'), new Date()]
  const [kind, from, to] =
    posting === 'spread'
      ? (['hold', account.available(userId), account.held(userId)] as const)
      : (['deposit', account.providerFloat('paystack'), account.available(userId)] as const)
  return { id, userId, kind, key: `${kind}:${id}`, subjectId, movement: { from, to, amountKobo: kobo(1n) }, at }
}

function hold(database: Database, userId: UserId): Promise<unknown> {
  const orderId = newId('ord')
  const movements = [{ from: account.available(userId), to: account.held(userId), amountKobo: kobo(1n) }]
  const command = {
    userId,
    kind: 'hold',
    key: `hold:${orderId}`,
    subjectId: orderId,
    movements,
    at: new Date(),
  } as const
  return database.transaction((tx) => postTransfer(tx, { id: newId('trf'), ...command }))
}
