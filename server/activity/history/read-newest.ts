import type { TransactionsAnswer } from '#contract/transactions.ts'
import type { Deps } from '#server/deps.ts'
import {
  type ReadWithSession,
  readForSession,
  type SessionRequest,
  type SessionRow,
  sessionIn,
  sessionOf,
} from '#server/identity/sessions/session.ts'
import { BATCH_MAX, batched } from '#server/platform/db/batch.ts'
import { linesFrom, type NewestLines, newestLinesOf, pageOf } from './list-transactions.ts'

type PageDeps = Pick<Deps, 'clock' | 'config' | 'database'>

/** The first page of the session's history, newest lines first. @throws what requireSession throws */
export async function readNewest(deps: PageDeps, request: SessionRequest, limit: number): Promise<TransactionsAnswer> {
  const lines = await readForSession(deps, request, (hash) => readTogether(deps, { hash, lines: limit + 1 }))
  return pageOf(linesFrom(lines), limit)
}

type Asked = { readonly hash: Uint8Array; readonly lines: number }
type Row = SessionRow & { readonly recent: NewestLines }

/** Simultaneous requests share one statement. */
const readTogether = batched<PageDeps, Asked, ReadWithSession<NewestLines>>({
  async work({ clock, database }, asked) {
    const rows = await database.query<Row>(NEWEST, [
      asked.map(({ hash }) => hash),
      asked.map(({ lines }) => lines),
      clock.now(),
    ])
    return rows.map((row) => ({ session: sessionIn(row), page: row.recent }))
  },
  concurrency: 2,
})

/** Read by key and bounded as server/wallet/read-wallet.ts explains. */
const NEWEST = `select session.*, ${newestLinesOf('session.user_id', 'asked.lines')} as recent
  from unnest($1::bytea[], $2::int[]) with ordinality as asked (hash, lines, place)
  left join lateral (${sessionOf('asked.hash', '$3::timestamptz')}) as session on true
  where asked.place between 1 and ${BATCH_MAX} order by asked.place`
