import { LAGOS_OFFSET_MS, STATEMENT_DAYS_MAX, STATEMENT_ROWS_MAX } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import type { OrderKind } from '#contract/kinds/kinds.ts'
import { searchTexts } from '#contract/search-texts.ts'
import type { StatementBody } from '#contract/statements.ts'
import { countDays, DAY_MS } from '#contract/time.ts'
import type { TransactionKind } from '#contract/transactions.ts'
import { searchable } from '#contract/typed.ts'
import type { Deps } from '#server/deps.ts'
import { account } from '#server/ledger/accounts.ts'
import { transferIdsSince } from '#server/ledger/posted-since.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import { listLines } from './list-lines.ts'
import type { Span, Statement, StatementLine } from './statement.ts'

/**
 * A person's statement for these Lagos days, read in one snapshot: opening + lines = closing, all from the ledger. A
 * filter selects lines and leaves their balances unchanged.
 *
 * @throws AppError `request.invalid`, `statement.days-wrong`, `statement.too-long`, `statement.too-many-lines`
 */
export async function readStatement(
  deps: Pick<Deps, 'database' | 'clock'>,
  userId: UserId,
  query: StatementBody,
): Promise<Statement> {
  const madeAt = deps.clock.now()
  const span = { ...spanOf(query, madeAt), heldAccount: account.held(userId) }
  const {
    balances,
    lines,
    holder,
    account: own,
  } = await deps.database.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    return {
      balances: await readBalances(tx, userId, span),
      lines: await listLines(tx, userId, span, STATEMENT_ROWS_MAX + 1),
      ...(await readHolder(tx, userId)),
    }
  })
  if (lines.length > STATEMENT_ROWS_MAX) throw new AppError('statement.too-many-lines')
  const { openingKobo, closingKobo, heldKobo } = balances
  let balanceKobo = openingKobo
  const withBalances = lines.map(({ search, ...line }) => {
    balanceKobo += line.totalKobo
    return { search, line: { ...line, balanceKobo } }
  })
  assert(balanceKobo === closingKobo, `statement of ${userId} does not add up`)
  const sumOf = (isCounted: (kobo: bigint) => boolean) =>
    lines.reduce((sum, { totalKobo }) => (isCounted(totalKobo) ? sum + totalKobo : sum), 0n)
  return {
    holder,
    account: own,
    from: query.from,
    to: query.to,
    madeAt,
    openingKobo,
    closingKobo,
    inKobo: sumOf((kobo) => kobo > 0n),
    outKobo: -sumOf((kobo) => kobo < 0n),
    heldKobo,
    filters: filterWords(query),
    lines: withBalances.filter(chosenBy(query)).map(({ line }) => line),
  }
}

function spanOf({ from, to }: StatementBody, now: Date): { from: Date; until: Date } {
  // ISO 8601 has a year 0, PostgreSQL has none.
  if (from.startsWith('0000')) throw new AppError('request.invalid', { fields: { from: 'Not a day' } })
  const days = countDays(from, to)
  if (days < 1) throw new AppError('statement.days-wrong', { fields: { to: 'Before the first day' } })
  if (days > STATEMENT_DAYS_MAX) {
    throw new AppError('statement.too-long', { fields: { to: `At most ${STATEMENT_DAYS_MAX} days` } })
  }
  const firstMs = Date.parse(from) - LAGOS_OFFSET_MS
  // The current day is included up to now. Nothing exists before 1970.
  const untilMs = Math.min(firstMs + days * DAY_MS, now.getTime() + 1)
  return { from: new Date(Math.max(0, firstMs)), until: new Date(Math.max(0, untilMs)) }
}

type Balances = { readonly openingKobo: bigint; readonly closingKobo: bigint; readonly heldKobo: bigint }

/** The current balances less what was posted since: cheap for recent days, one pass over the entries for old ones. */
async function readBalances(sql: Sql, userId: UserId, { from, until, heldAccount }: Span): Promise<Balances> {
  const [row] = await sql.query<Balances>(
    `with kept as (
       select id = $2 as is_held, balance from ledger_accounts where user_id = $1
     ), since as (
       select account_id = $2 as is_held, posted_at >= $5 as is_after, amount from ledger_entries
       where user_id = $1 and transfer_id >= $3 and posted_at >= $4 and seq is not null
     ), sums as (
       select
         (select coalesce(sum(balance) filter (where not is_held), 0) from kept) as own,
         (select coalesce(sum(balance) filter (where is_held), 0) from kept) as held,
         (select coalesce(sum(amount) filter (where not is_held), 0) from since) as own_since,
         (select coalesce(sum(amount) filter (where not is_held and is_after), 0) from since) as own_after,
         (select coalesce(sum(amount) filter (where is_held and is_after), 0) from since) as held_after
     )
     select (own - own_since)::bigint as "openingKobo", (own - own_after)::bigint as "closingKobo",
       (held - held_after)::bigint as "heldKobo"
     from sums`,
    [userId, heldAccount, transferIdsSince(from), from, until],
  )
  if (row === undefined) throw new Error('no balances')
  return row
}

async function readHolder(sql: Sql, userId: UserId): Promise<Pick<Statement, 'holder' | 'account'>> {
  const [row] = await sql.query<{ name: string; number: string | null; bank: string | null }>(
    `select u.full_name as name, f.account_number as number, f.bank_name as bank
     from users u left join funding_accounts f on f.user_id = u.id where u.id = $1`,
    [userId],
  )
  if (row === undefined) return { holder: '', account: null }
  const { name, number, bank } = row
  return { holder: name, account: number === null || bank === null ? null : { number, bank } }
}

type Searchable = { readonly line: StatementLine; readonly search: string }

function chosenBy({ q = '', kind, status }: StatementBody): (of: Searchable) => boolean {
  const texts = searchTexts(q)
  return ({ line, search }) => {
    const whole = searchable(search)
    return (
      (kind === undefined || line.kind === kind) &&
      (status === undefined || line.status === status) &&
      texts.some((text) => whole.includes(text))
    )
  }
}

function filterWords({ q, kind, status }: StatementBody): string[] {
  // The typed words stand next to the sentence that says the statement is not complete.
  const words = cleanLine(q ?? '', WORDS_MAX_LENGTH)
  return [
    ...(kind === undefined ? [] : [wordsOf(kind)]),
    ...(status === undefined ? [] : [status]),
    ...(words === '' ? [] : [`containing “${words}”`]),
  ]
}

const WORDS_MAX_LENGTH = 100

function wordsOf(kind: TransactionKind): string {
  return isOneOf(OTHER_WORDS, kind) ? OTHER_WORDS[kind] : KINDS[kind].plural
}

/** What a statement contains besides orders. */
const OTHER_WORDS: Readonly<Record<Exclude<TransactionKind, OrderKind>, string>> = {
  deposit: 'deposits',
  recall: 'deposits taken back',
  refund: 'refunds',
  grant: 'sandbox grant',
  sms: 'SMS alerts',
}

function isOneOf<Key extends string>(words: Readonly<Record<Key, string>>, kind: string): kind is Key {
  return Object.hasOwn(words, kind)
}
