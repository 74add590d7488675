import { QUOTE_LIFETIME_MS } from '#contract/constants.ts'
import type { BatchId, UserId } from '#contract/ids.ts'
import { kobo } from '#contract/money.ts'
import type { Batch, BatchBody } from '#contract/selling.ts'
import { BATCH_ROWS_MAX } from '#contract/selling-limits.ts'
import type { Deps } from '#server/deps.ts'
import { readBalances } from '#server/ledger/balances.ts'
import { readCustomerNames } from '#server/payments/beneficiaries/customer-names.ts'
import type { BillsCatalogue } from '#server/payments/bills/bill-catalogue.ts'
import { billOf } from '#server/payments/kinds/kinds.ts'
import { withTerms } from '#server/payments/kinds/purchase/quote-purchase.ts'
import { insertQuote, type QuoteRow } from '#server/payments/quotes/quote.ts'
import { choosePrices, requireAffordable } from '#server/payments/quotes/quote-checks.ts'
import { AppError } from '#server/platform/errors.ts'
import { providerForNew } from '#server/providers/registry.ts'
import { readPauses, refuseIfPaused } from '#server/suspension/pauses.ts'
import { readSuspensions, refuseIfSuspended } from '#server/suspension/suspensions.ts'
import { batchTerms, rowTerms } from './batch-terms.ts'
import { type BatchRecord, dropUnapproved, insertBatch, type StoredRow, showBatch } from './batches.ts'
import { type CheckedRow, checkRow, type ListOf, type ListPurchase, nameOf } from './check-rows.ts'
import { type GoodRow, type PricedRow, priceRows, totalsOf } from './price-rows.ts'
import { readList, rowsOf, type UncheckedRow } from './read-list.ts'

/** How long an unapproved list is kept after its terms expire. By then nobody can still be approving it. */
const UNAPPROVED_KEPT_MS = 60 * 60_000

/**
 * Checks and prices a list, row by row, and fixes the cost of its good rows. Bad rows are not bought, and no money
 * moves. If the wallet cannot pay, the list says so (`refusal`) and the approval refuses.
 *
 * @throws AppError `list.empty` with what is wrong by line, `list.too-long`, `customer.not-found`, `bpc.invalid`,
 *   `provider.unavailable`, `money-out.stopped`, `money-out.restoring`, `kind.paused`
 */
export async function quoteBatch(
  deps: Deps,
  catalogue: BillsCatalogue,
  userId: UserId,
  body: BatchBody,
): Promise<Batch> {
  refuseIfSuspended(await readSuspensions(deps.database), 'out')
  const pauses = await readPauses(deps.database, deps.clock.now())
  // A pause of one network invalidates only its rows. Here the whole kind is refused.
  refuseIfPaused(pauses, body.kind, {})
  const rows = readRows(body)
  if (!providerForNew(deps, 'bills').available()) throw new AppError('provider.unavailable')
  const customerIds = rows.map((row) => row.customerId).filter((id) => id !== null)
  const list: ListOf = {
    kind: body.kind,
    catalogue,
    read: async (row) => {
      refuseIfPaused(pauses, row.kind, row)
      return await readListPurchase(deps, catalogue, row)
    },
    networks: new Map(body.networks?.map(({ line, network }) => [line, network])),
    sellAtFaceValue: body.sellAtFaceValue ?? false,
    customerNames: await readCustomerNames(deps.database, userId, customerIds),
  }
  const prices = await choosePrices(deps, userId, body.bpcCode ?? '')
  const checked: CheckedRow[] = []
  for (const row of rows) checked.push(await checkRow(list, row))
  const good = checked.filter((row): row is GoodRow => row.problem === null)
  if (good.length === 0) throw emptyList(checked)
  const priced = await priceRows(deps, { userId, rows: good, prices })
  const { batch, quotes } = await makeBatch(deps, { userId, list, checked, priced })
  await deps.database.transaction(async (tx) => {
    await dropUnapproved(tx, userId, new Date(batch.createdAt.getTime() - UNAPPROVED_KEPT_MS))
    await insertBatch(tx, batch)
    for (const quote of quotes) await insertQuote(tx, quote)
  })
  return await showBatch(deps.database, batch, await refusalOf(deps, userId, priced))
}

async function readListPurchase(
  deps: Deps,
  catalogue: BillsCatalogue,
  line: Parameters<ListOf['read']>[0],
): Promise<ListPurchase> {
  return await READ[line.kind]({ deps, catalogue }, line)
}

const READ: {
  readonly [Kind in BatchBody['kind']]: (
    request: { readonly deps: Deps; readonly catalogue: BillsCatalogue },
    line: Parameters<ListOf['read']>[0],
  ) => Promise<ListPurchase>
} = {
  airtime: async (request, { network, phone, amountKobo }) => {
    const kind = 'airtime'
    return { kind, ...(await billOf(kind).read(request, { kind, network, phone, amountKobo })) }
  },
  data: async (request, { network, phone, bundleId }) => {
    const kind = 'data'
    return { kind, ...(await billOf(kind).read(request, { kind, network, phone, bundleId })) }
  },
}

/** @throws AppError `request.invalid`, `list.too-long`, `list.empty` */
function readRows(body: BatchBody): UncheckedRow[] {
  if ((body.rows === undefined) === (body.text === undefined)) {
    throw new AppError('request.invalid', { fields: { text: 'Send rows, or the text of a list' } })
  }
  const { rows, tooLong } =
    body.text === undefined
      ? { rows: rowsOf(body.rows ?? []), tooLong: (body.rows ?? []).length > BATCH_ROWS_MAX }
      : readList(body.text, body.kind, BATCH_ROWS_MAX)
  if (tooLong) throw tooLongList()
  if (rows.length === 0) throw new AppError('list.empty')
  return rows
}

export function tooLongList(cause?: unknown): AppError {
  return new AppError('list.too-long', {
    message: `A list can have ${BATCH_ROWS_MAX} lines. Split it and check the parts one by one.`,
    cause,
  })
}

function emptyList(checked: readonly CheckedRow[]): AppError {
  return new AppError('list.empty', {
    fields: Object.fromEntries(checked.map(({ row, problem }) => [`line ${row.line}`, problem ?? ''])),
  })
}

type Parts = {
  readonly userId: UserId
  readonly list: ListOf
  readonly checked: readonly CheckedRow[]
  readonly priced: readonly PricedRow[]
}

/** The list and its quotes: one for each good row, all with the list's challenge and expiry. */
async function makeBatch(deps: Deps, parts: Parts): Promise<{ batch: BatchRecord; quotes: QuoteRow[] }> {
  const { userId, list, checked, priced } = parts
  const id: BatchId = deps.newId('bat')
  const createdAt = deps.clock.now()
  const expiresAt = new Date(createdAt.getTime() + QUOTE_LIFETIME_MS)
  const totals = totalsOf(priced)
  const availableAfterKobo = kobo((await readBalances(deps.database, userId)).availableKobo - totals.totalKobo)
  const quotes = new Map(
    priced.map((row) => {
      const quote = withTerms(deps, billOf(list.kind), { draft: row.draft, availableAfterKobo, similar: null })
      return [row.row, { ...quote, terms: rowTerms(row), batchId: id, createdAt, expiresAt } satisfies QuoteRow]
    }),
  )
  const pricedRows = new Map(priced.map((row) => [row.row, row]))
  const batch: BatchRecord = {
    userId,
    id,
    kind: list.kind,
    terms: batchTerms({ kind: list.kind, rows: priced, totals, availableAfterKobo }),
    challenge: Buffer.from(deps.randomBytes(32)).toString('base64url'),
    rows: checked.map((row) => keptRow(list, row, pricedRows.get(row.row), quotes.get(row.row))),
    quoteIds: [...quotes.values()].map((quote) => quote.id),
    createdAt,
    expiresAt,
  }
  return { batch, quotes: [...quotes.values()] }
}

function keptRow(
  list: ListOf,
  { row, phone, network, guessed, purchase, sale, problem }: CheckedRow,
  priced: PricedRow | undefined,
  quote: QuoteRow | undefined,
): StoredRow {
  const priceKobo = priced?.price.priceKobo ?? null
  return {
    line: row.line,
    ok: problem === null,
    text: row.text,
    phone,
    network,
    guessed,
    bundleName: purchase !== null && 'bundleName' in purchase.recipient ? purchase.recipient.bundleName : null,
    customerName: nameOf(list, row),
    amountKobo: purchase?.amountKobo.toString() ?? null,
    priceKobo: priceKobo?.toString() ?? null,
    salePriceKobo: sale?.priceKobo ?? null,
    profitKobo: sale == null || priceKobo === null ? null : (BigInt(sale.priceKobo) - priceKobo).toString(),
    sameAsLine: priced?.sameAsLine ?? null,
    boughtJustNow: priced?.boughtJustNow ?? false,
    problem,
    quoteId: quote?.id ?? null,
  }
}

/** Why the wallet cannot pay for the list right now, or null. */
async function refusalOf(deps: Deps, userId: UserId, priced: readonly PricedRow[]): Promise<Batch['refusal']> {
  const { totalKobo } = totalsOf(priced)
  try {
    await requireAffordable(deps, { userId, totalKobo: kobo(totalKobo), spendKobo: totalKobo, withWhat: '' })
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message } = error
    if (code !== 'funds.insufficient' && code !== 'limit.daily' && code !== 'debt.owed') throw error
    return { code, message }
  }
}
