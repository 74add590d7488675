import { isId } from '#contract/ids.ts'
import type { Kobo } from '#contract/money.ts'
import type { OrderState } from '#contract/orders.ts'
import { totalKobo } from '#contract/transaction-total.ts'
import type { TimelineStep, Transaction, TransactionDetail } from '#contract/transactions.ts'
import type { Deps } from '#server/deps.ts'
import {
  type ReadWithSession,
  readForSession,
  type SessionRequest,
  type SessionRow,
  sessionIn,
  sessionOf,
} from '#server/identity/sessions/session.ts'
import { repaidNote, repaidOf } from '#server/ledger/debt.ts'
import { ORDER_COLUMNS, type OrderRow } from '#server/payments/orders/order.ts'
import { explain as explainOrder } from '#server/payments/orders/present-order.ts'
import { rulesOf } from '#server/payments/orders/rules.ts'
import { BATCH_MAX, batched } from '#server/platform/db/batch.ts'
import { AppError } from '#server/platform/errors.ts'
import { lineFrom, lineOf, type TransactionRow } from './list-transactions.ts'

type PageDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'providers'>

/**
 * One line of the session's history, with its timeline and a sentence on where the money is, in one snapshot.
 *
 * @throws AppError `request.not-found`, and what requireSession throws
 */
export async function readTransaction(deps: PageDeps, request: SessionRequest, id: string): Promise<TransactionDetail> {
  // No line has an empty id. Using it, the session is checked before an invalid id is reported.
  const asked = isId('txn', id) ? id : ''
  const page = await readForSession(deps, request, (hash) => readPage(deps, { hash, id: asked }))
  if (page === null) throw new AppError('request.not-found')
  const { transaction, order } = page
  return {
    transaction,
    timeline: order === null ? [arrival(transaction)] : timelineOf(order, page.steps),
    reference: order?.reference ?? null,
    explanation: explain(deps, page),
    totalKobo: totalKobo(transaction).toString(),
  }
}

type Asked = { readonly hash: Uint8Array; readonly id: string }
type Step = { readonly state: OrderState; readonly event: string; readonly at: string }

/** The data of a page: the line, its order if any, the order's steps, and how much of the money repaid a debt. */
type Page = {
  readonly transaction: Transaction
  readonly order: OrderRow | null
  readonly steps: readonly Step[]
  readonly repaidKobo: Kobo
}

type Row = SessionRow &
  (OrderRow | { readonly [Column in keyof OrderRow]: null }) & {
    readonly line: TransactionRow | null
    readonly steps: readonly Step[]
    readonly repaidKobo: Kobo
  }

/** Null if they have no such line. Pages requested at the same time are read in one statement. */
const readPage = batched<PageDeps, Asked, ReadWithSession<Page | null>>({
  async work({ clock, database }, asked) {
    const rows = await database.query<Row>(PAGES, [
      asked.map(({ hash }) => hash),
      asked.map(({ id }) => id),
      clock.now(),
    ])
    return rows.map((row) => ({ session: sessionIn(row), page: toPage(row) }))
  },
  concurrency: 2,
})

function toPage({ line, steps, repaidKobo, ...order }: Row): Page | null {
  if (line === null) return null
  return { transaction: lineFrom(line), order: order.id === null ? null : (order as OrderRow), steps, repaidKobo }
}

/** One statement and so one snapshot, read by key and bounded as server/wallet/read-wallet.ts explains. */
const PAGES = `select session.*, ${lineOf('session.user_id', 'asked.id')} as line, own.*,
    (select coalesce(json_agg(json_build_object('state', state, 'event', event, 'at', at) order by seq), '[]')
      from order_steps where user_id = session.user_id and order_id = own.id) as steps,
    case when own."returnedLate" then ${repaidOf('session.user_id', 'own.id', 'return')}
      when about.deposit_id is not null and exists (
        select from ledger_transfers t
        where t.user_id = session.user_id and t.subject_id = about.deposit_id and t.kind = 'restore'
      ) then ${repaidOf('session.user_id', 'about.deposit_id', 'restore')}
      else ${repaidOf('session.user_id', 'coalesce(about.deposit_id, own.id)')} end as "repaidKobo"
  from unnest($1::bytea[], $2::text[]) with ordinality as asked (hash, id, place)
  left join lateral (${sessionOf('asked.hash', '$3::timestamptz')}) as session on true
  left join lateral (
    select order_id, deposit_id from transactions where user_id = session.user_id and id = asked.id limit 1
  ) as about on true
  left join lateral (
    select ${ORDER_COLUMNS} from orders where user_id = session.user_id and id = about.order_id limit 1
  ) as own on true
  where asked.place between 1 and ${BATCH_MAX} order by asked.place`

function arrival({ kind, status, createdAt, title }: Transaction): TimelineStep {
  if (kind === 'sms') return { at: createdAt, title, detail: 'Accepted for sending' }
  const detail =
    kind === 'recall' ? 'By the bank' : status === 'reversed' ? 'Later taken back by the bank' : 'In your wallet'
  return { at: createdAt, title, detail }
}

function explain(deps: Pick<Deps, 'providers'>, { transaction, order, repaidKobo }: Page): string {
  const { kind, status } = transaction
  if (kind === 'grant') return 'Practice money for trying Jara out. It has no real value.'
  if (kind === 'deposit') {
    if (status === 'reversed') return 'This money arrived by bank transfer, and the bank took it back.'
    return `This money arrived by bank transfer and is in your wallet.${repaidNote(repaidKobo)}`
  }
  if (kind === 'sms') {
    return 'The price of one SMS alert. You can turn SMS alerts off under Security.'
  }
  if (kind === 'recall') {
    return 'The bank took back a transfer you had received. It was taken from your wallet. You owe any part that was not in it.'
  }
  if (order === null) return 'This is in your wallet.'
  return [order.failure, explainOrder(deps, order, repaidKobo)].filter((part) => part !== null).join(' ')
}

function timelineOf(order: OrderRow, steps: readonly Step[]): TimelineStep[] {
  const rules = rulesOf(order)
  return steps.map((step, index) => ({
    at: new Date(step.at).toISOString(),
    title: rules.stepTitle(step),
    detail: index === steps.length - 1 ? (order.failure ?? null) : null,
  }))
}
