import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { type ApprovalEvidence, isStronglyApproved } from '#server/identity/devices/approval-evidence.ts'
import { countPinAttempts, type PinAttempt, type WrongPinError, wrongPinOf } from '#server/identity/pin/attempts.ts'
import { lockAvailables } from '#server/ledger/balances.ts'
import { type Debt, readDebt } from '#server/ledger/debt.ts'
import { findOrdersOfQuotes, type OrderRow } from '#server/payments/orders/order.ts'
import { paidByOf } from '#server/payments/orders/rules.ts'
import { needsStepUp } from '#server/payments/orders/step-up-policy.ts'
import type { QuoteRow } from '#server/payments/quotes/quote.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockStops, type Stops } from '#server/suspension/stops.ts'
import { type ApprovalFacts, readApprovalFacts } from './approval-facts.ts'

/** How a user agreed: evidence that was already checked, and the PIN if it has yet to be compared and counted. */
export type Agreement = { readonly evidence: ApprovalEvidence; readonly pin: PinAttempt | null }

/** The quotes of one user, approved together. */
export type Command = { readonly userId: UserId; readonly quotes: readonly QuoteRow[]; readonly agreement: Agreement }

/** Everything that decides about one command, read under locks that keep it true until the transaction ends. */
export type Situation = {
  readonly wrongPin: WrongPinError | null
  /** The orders that these quotes already became: all of a command's or none, because they commit together. */
  readonly earlier: OrderRow[]
  readonly stops: Stops
  readonly availableKobo: bigint
  /** Undefined: the account does not exist. */
  readonly facts: ApprovalFacts | undefined
  readonly needsStepUp: boolean
  readonly debt: Debt | null
  /** Purchases waiting for their bank transfer. Counted only for a command that adds one. */
  readonly openPurchases: number
}

/** @throws AppError `session.none` when someone who pays by bank transfer has closed the account */
export async function loadSituations(
  tx: Transaction,
  deps: Deps,
  commands: readonly Command[],
): Promise<ReadonlyMap<UserId, Situation>> {
  const userIds = commands.map(({ userId }) => userId)
  const buyers = commands.filter(({ quotes }) => quotes.some((quote) => paidByOf(quote) === 'transfer'))
  const tries = commands.flatMap(({ agreement }) => agreement.pin ?? [])
  // Issued together, run in this order. The locks make each decision about these users' money wait for the previous
  // one.
  const [stops, counted, available, , facts] = await Promise.all([
    lockStops(tx, deps.clock.now()),
    countPinAttempts(tx, deps, tries),
    lockAvailables(tx, userIds),
    // A user who never had money has no account to lock. All they can approve is a purchase by bank transfer.
    lockUsers(
      tx,
      buyers.map(({ userId }) => userId),
    ),
    readApprovalFacts(
      tx,
      deps,
      commands.flatMap(({ quotes }) => quotes),
    ),
  ])
  const before = await findRepeated(tx, commands, facts)
  const wrongPins = new Map(tries.map(({ userId }, index) => [userId, wrongPinOf(counted[index])]))
  const orderOf = new Map(before.map((order) => [order.quoteId, order]))
  const situations = new Map<UserId, Situation>()
  for (const command of commands) {
    const { userId } = command
    const wrongPin = wrongPins.get(userId) ?? null
    const earlier = command.quotes.flatMap(({ id }) => orderOf.get(id) ?? [])
    const isDecided = wrongPin !== null || earlier.length > 0
    situations.set(userId, {
      wrongPin,
      earlier,
      stops,
      availableKobo: available.get(userId) ?? 0n,
      facts: facts.get(userId),
      ...(isDecided ? NOTHING_MORE : await readRare(tx, deps, command, facts.get(userId))),
    })
  }
  return situations
}

/** The orders that quotes already became, rarely any. */
async function findRepeated(
  tx: Transaction,
  commands: readonly Command[],
  facts: ReadonlyMap<UserId, ApprovalFacts>,
): Promise<OrderRow[]> {
  const repeated = commands.filter(({ userId }) => facts.get(userId)?.isRepeated === true)
  if (repeated.length === 0) return []
  return await findOrdersOfQuotes(
    tx,
    repeated.flatMap(({ quotes }) => quotes),
  )
}

type Rare = Pick<Situation, 'needsStepUp' | 'debt' | 'openPurchases'>
const NOTHING_MORE: Rare = { needsStepUp: false, debt: null, openPurchases: 0 }

/** Facts that few approvals need, each read in a statement of its own. */
async function readRare(
  tx: Transaction,
  deps: Pick<Deps, 'clock'>,
  { userId, quotes, agreement }: Command,
  facts: ApprovalFacts | undefined,
): Promise<Rare> {
  const fromWallet = quotes.filter((quote) => paidByOf(quote) === 'wallet')
  const mayNeedMore = facts?.hasStrong === true && !isStronglyApproved(agreement.evidence)
  return {
    needsStepUp: mayNeedMore && (await needsStepUp(tx, fromWallet, deps.clock.now())),
    debt: fromWallet.length > 0 && facts?.owes === true ? await readDebt(tx, userId) : null,
    openPurchases: quotes.length > fromWallet.length ? await countOpenPurchases(tx, userId) : 0,
  }
}

async function countOpenPurchases(tx: Transaction, userId: UserId): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from orders where user_id = $1 and state = 'awaiting_payment'`,
    [userId],
  )
  return row?.count ?? 0
}

/**
 * Locks users without blocking rows that refer to them: those lock only the user's key.
 *
 * @throws AppError `session.none` when one of them has closed the account
 */
async function lockUsers(tx: Transaction, userIds: readonly UserId[]): Promise<void> {
  if (userIds.length === 0) return
  const open = await tx.query(
    'select 1 from users where id = any($1::text[]) and closed_at is null order by id for no key update',
    [userIds],
  )
  if (open.length < userIds.length) throw new AppError('session.none')
}
