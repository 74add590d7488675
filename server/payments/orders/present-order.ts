import { formatNairaShort, type Kobo, kobo } from '#contract/money.ts'
import type { Order, Quote } from '#contract/orders.ts'
import type { Deps } from '#server/deps.ts'
import { readRepaid, repaidNote } from '#server/ledger/debt.ts'
import { INTERNAL_PROVIDER } from '#server/payments/kinds/kind.ts'
import type { QuoteRow } from '#server/payments/quotes/quote.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { availabilityOf } from '#server/providers/registry.ts'
import type { Duplicate } from './duplicate-order.ts'
import { STATES } from './machine.ts'
import type { OrderRow } from './order.ts'
import { rulesOf } from './rules.ts'
import { needsStepUp } from './step-up-policy.ts'

type OutwardDeps = Pick<Deps, 'providers'> & { readonly database: Sql }

/** The public quote, with what its approval needs as things are now. */
export async function readQuote(sql: Sql, row: QuoteRow, similar: Duplicate | null): Promise<Quote> {
  const approveWith = (await needsStepUp(sql, [row], row.createdAt)) ? 'strong' : 'pin'
  return toQuote(row, { similar, approveWith })
}

function toQuote(row: QuoteRow, { similar, approveWith }: Pick<Quote, 'similar' | 'approveWith'>): Quote {
  const { kind, recipient } = row
  return {
    id: row.id,
    ...({ kind, recipient } as Pick<Quote, 'kind' | 'recipient'>),
    terms: row.terms,
    challenge: row.challenge,
    amountKobo: row.amountKobo.toString(),
    feeKobo: row.feeKobo.toString(),
    dutyKobo: row.dutyKobo.toString(),
    discountKobo: row.discountKobo.toString(),
    totalKobo: row.totalKobo.toString(),
    availableAfterKobo: row.availableAfterKobo.toString(),
    priceList: row.priceList,
    sale: row.sale,
    approveWith,
    similar,
    expiresAt: row.expiresAt.toISOString(),
  } as Quote
}

/** The public order, with the parts that are not in its row. */
export async function readOrder(deps: OutwardDeps, row: OrderRow): Promise<Order> {
  const { database: sql } = deps
  const { kind, recipient } = row
  const extras = await rulesOf(row).readPublicExtras(sql)
  return {
    id: row.id,
    kind,
    recipient,
    status: STATES[row.state].status,
    state: row.state,
    amountKobo: row.amountKobo.toString(),
    feeKobo: row.feeKobo.toString(),
    dutyKobo: row.dutyKobo.toString(),
    discountKobo: row.discountKobo.toString(),
    totalKobo: row.totalKobo.toString(),
    reference: row.reference,
    transactionId: row.transactionId,
    failure: row.failure,
    explanation: await explanationOf(deps, row),
    endedByTeam: row.endedByRequest !== null || row.undoneByRequest !== null,
    token: row.token,
    units: row.units,
    sale: row.sale,
    ...extras,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  } as Order
}

/** Where the money is, including debts that it repaid. */
export async function explanationOf(deps: OutwardDeps, row: OrderRow): Promise<string> {
  return explain(deps, row, isBack(row) ? await readRepaid(deps.database, row) : kobo(0n))
}

/** Like explanationOf, given how much of the returned money repaid a debt (`repaidKobo`). */
export function explain(deps: Pick<OutwardDeps, 'providers'>, row: OrderRow, repaidKobo: Kobo): string {
  const waiting =
    row.provider === INTERNAL_PROVIDER || availabilityOf(deps, row.provider) !== 'gone' ? null : whileGone(row)
  if (waiting !== null) return waiting
  return rulesOf(row).explanation + (isBack(row) ? repaidNote(repaidKobo) : '')
}

function isBack({ state }: OrderRow): boolean {
  return state === 'released' || state === 'returned'
}

/** What an order waits for while its provider is not configured; null if it waits for nothing. */
function whileGone({ state, totalKobo }: OrderRow): string | null {
  const total = formatNairaShort(totalKobo)
  if (state === 'awaiting_payment')
    return `Please do not send money to this account number: it cannot receive money right now. Nothing was taken from your wallet.`
  if (state === 'held')
    return `${total} is reserved and nothing was sent: this service is switched off right now. You can cancel until it is sent.`
  if (!STATES[state].open) return null
  return `The service that has this payment is switched off here right now, so ${total} stays reserved until we know whether it arrived.`
}
