import type { OperatorRequestId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import {
  askForAct,
  type Confirmation,
  carryOut,
  type HowDecided,
  type OperatorRequest,
  type RequestContent,
} from '#server/identity/operators/requests.ts'
import { findOrderByReference } from '#server/payments/orders/order.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import { keepOwnKobo, readOwnKobo } from './compare-balance.ts'
import type { ExceptionKind } from './findings.ts'
import { markMaybeSent } from './mark-maybe-sent.ts'

const EVIDENCE_MIN_LENGTH = 4
const EVIDENCE_MAX_LENGTH = 500
const LISTED_MAX = 500
const REFERENCE = /^[\w-]{8,60}$/

export type ListedException = {
  readonly number: bigint
  readonly provider: string
  readonly kind: ExceptionKind
  readonly reference: string
  readonly detail: string
  /** Null: not known yet, because its verification did not answer. */
  readonly differenceKobo: bigint | null
  readonly foundAt: Date
  readonly closedAt: Date | null
  readonly evidence: string | null
}

const COLUMNS = `number, provider, kind, reference, detail, difference_kobo as "differenceKobo", found_at as "foundAt",
  closed_at as "closedAt", evidence`

/** The differences nobody has closed, or all of them, oldest first. */
export async function listExceptions(sql: Sql, all: boolean): Promise<ListedException[]> {
  return await sql.query<ListedException>(
    `select ${COLUMNS} from reconciliation_exceptions where $1 or closed_at is null order by number limit $2`,
    [all, LISTED_MAX],
  )
}

/**
 * Asks to close a difference with evidence. Another operator has to confirm it. For `maybe-sent` a reference found at the
 * provider makes it an order that was sent under it.
 *
 * @throws RefusedError without evidence, or such an open difference whose sum is known
 */
export async function requestClosing(
  deps: Pick<Deps, 'database' | 'clock' | 'newId'>,
  of: UncheckedClosing & HowDecided & { by: ProvenOperator },
): Promise<OperatorRequestId> {
  const asked = { ...of, act: 'close-difference', ...(await readClosing(deps.database, of)) } as const
  return await deps.database.transaction((tx) => askForAct(tx, deps, asked))
}

export type UncheckedClosing = {
  readonly uncheckedNumber: string
  readonly uncheckedEvidence: string
  readonly uncheckedReference: string
}

/** What exactly a request to close a difference asks for, from what was typed. Throws as requestClosing does. */
export async function readClosing(
  sql: Sql,
  of: UncheckedClosing,
): Promise<{ subject: string; content: RequestContent }> {
  const evidence = cleanLine(of.uncheckedEvidence, EVIDENCE_MAX_LENGTH)
  if (evidence.length < EVIDENCE_MIN_LENGTH) throw new RefusedError('what proves it? Say so after the number')
  const found = await findOpen(sql, of.uncheckedNumber)
  sumOf(found)
  const reference = readReference(found, of.uncheckedReference)
  return { subject: `${found.number}`, content: { ...describe(found), evidence, sentUnder: reference } }
}

/** What closing a difference changes: what of a provider's money is our own. Kobo; null before anything was stored as our own. */
export type OwnMoneyChange = {
  readonly provider: string
  readonly beforeKobo: bigint | null
  readonly afterKobo: bigint
}

/**
 * What closing this difference posts, from the difference and our own money as they are now. Null: nothing, because before
 * anything is stored as our own, the first comparison without a difference takes all of it.
 */
function planClosing(current: ListedException, ownKobo: bigint | null): OwnMoneyChange | null {
  if (ownKobo === null && current.kind !== 'balance-differs') return null
  return { provider: current.provider, beforeKobo: ownKobo, afterKobo: (ownKobo ?? 0n) + sumOf(current) }
}

/**
 * The difference that a request is about, as it is now, and what closing it would post.
 *
 * @throws RefusedError when it is closed, or another difference by now
 */
export async function previewClosing(sql: Sql, request: OperatorRequest): Promise<OwnMoneyChange | null> {
  const current = await findOpen(sql, request.subject)
  refuseOther(current, request)
  return planClosing(current, await readOwnKobo(sql, current.provider))
}

/**
 * Closes a difference, as another operator than the one who asked for it. Moves no money in the ledger: what it made a
 * provider hold more or less is our own from then on.
 *
 * `shown`: what the second operator was shown that it posts.
 *
 * @throws RefusedError for the same person and a request that ended, when it is closed or another difference by now, and when
 *   it posts something else than was shown
 */
export async function closeException(
  deps: Deps,
  of: Confirmation & { readonly shown?: OwnMoneyChange | null },
): Promise<ListedException> {
  const { request, by } = of
  const { evidence = '', sentUnder = '' } = request.content
  const found = await findOpen(deps.database, request.subject)
  await carryOut(deps, of, async (tx, at) => {
    const [current] = await tx.query<ListedException>(
      `select ${COLUMNS} from reconciliation_exceptions where number = $1 and closed_at is null for update`,
      [found.number],
    )
    if (current === undefined) throw new RefusedError(`${found.number} is closed already`)
    refuseOther(current, request)
    await tx.query(
      'update reconciliation_exceptions set closed_at = $2, evidence = $3, closed_by = $4, confirmed_by = $5 where number = $1',
      [found.number, at, evidence, request.requestedBy, by.name],
    )
    if (sentUnder !== '') await adopt(tx, deps, current.reference, { reference: sentUnder, note: evidence })
    const [own] = await tx.query<{ own: bigint }>(
      'select own_kobo as own from provider_opening_balances where provider = $1 for update',
      [found.provider],
    )
    const change = planClosing(current, own?.own ?? null)
    if (of.shown !== undefined && !isSameChange(of.shown, change)) throw new RefusedError(POSTS_OTHERWISE)
    if (change !== null) await keepOwnKobo(tx, change.provider, change.afterKobo, at)
    return { after: { evidence, ...inKobo(change) } }
  })
  return found
}

const POSTS_OTHERWISE = 'what it posts has changed since you looked: look at it again'

function isSameChange(one: OwnMoneyChange | null, other: OwnMoneyChange | null): boolean {
  return one?.beforeKobo === other?.beforeKobo && one?.afterKobo === other?.afterKobo
}

function inKobo(change: OwnMoneyChange | null): Readonly<Record<string, string>> {
  if (change === null) return {}
  return { ownKoboBefore: `${change.beforeKobo ?? 'none'}`, ownKoboAfter: `${change.afterKobo}` }
}

/** What the second operator reads of a difference, and what it must still be when they confirm. */
function describe({ provider, kind, reference, detail, differenceKobo }: ListedException) {
  return { provider, kind, reference, detail, differenceKobo: `${differenceKobo}` }
}

/** What it comes to, kobo. What nobody knows the sum of cannot be explained. */
function sumOf({ number, differenceKobo }: ListedException): bigint {
  if (differenceKobo !== null) return differenceKobo
  throw new RefusedError(`what ${number} comes to is not known yet: its provider has not answered; compare again first`)
}

function refuseOther(current: ListedException, { content }: OperatorRequest): void {
  const isSame = Object.entries(describe(current)).every(([name, value]) => content[name] === value)
  if (!isSame) throw new RefusedError(`${current.number} is another difference by now: look at it, and ask again`)
}

async function findOpen(sql: Sql, uncheckedNumber: string): Promise<ListedException> {
  const number = /^\d{1,15}$/.test(uncheckedNumber) ? uncheckedNumber : '0'
  const [found] = await sql.query<ListedException>(
    `select ${COLUMNS} from reconciliation_exceptions where number = $1 and closed_at is null`,
    [number],
  )
  if (found === undefined) throw new RefusedError(`there is no open difference ${cleanLine(uncheckedNumber, 20)}`)
  return found
}

function readReference({ kind }: ListedException, uncheckedReference: string): string {
  if (uncheckedReference === '') return ''
  if (kind !== 'maybe-sent') throw new RefusedError('only for maybe-sent a reference says anything')
  if (!REFERENCE.test(uncheckedReference)) throw new RefusedError('this is no reference of a purchase')
  return uncheckedReference
}

async function adopt(
  tx: Transaction,
  deps: Deps,
  orderId: string,
  of: { reference: string; note: string },
): Promise<void> {
  const [order] = await tx.query<{ id: string; userId: string; provider: string }>(
    'select id, user_id as "userId", provider from orders where id = $1',
    [orderId],
  )
  const taken = order === undefined ? null : await findOrderByReference(tx, order.provider, of.reference)
  if (taken !== null) throw new RefusedError(`${of.reference} is the reference of order ${taken.id}`)
  if (order === undefined || !(await markMaybeSent(tx, deps, order, of))) {
    throw new RefusedError(`order ${orderId} cannot have gone out under another reference`)
  }
}
