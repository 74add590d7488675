import type { OperatorRequestId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import {
  askForAct,
  type Confirmation,
  carryOut,
  type OperatorRequest,
  type RequestContent,
} from '#server/identity/operators/requests.ts'
import { findOrderByReference } from '#server/payments/orders/order.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { closeAsOwn, type OwnMoneyChange, planClosing } from './close-as-own.ts'
import { readOwnKobo } from './compare-balance.ts'
import {
  type AskedBy,
  describe,
  findOpen,
  type ListedException,
  readEvidence,
  refuseOther,
  sumOf,
} from './open-difference.ts'
import { recordLaterSending } from './record-later-sending.ts'

const REFERENCE = /^[\w-]{8,60}$/

/**
 * Requests closing a difference with evidence. Another operator has to confirm. For `maybe-sent`, a reference found at
 * the provider makes the order one that was sent under it.
 *
 * @throws RefusedError without evidence, or without such an open difference whose sum is known
 */
export async function requestClosing(
  deps: Pick<Deps, 'database' | 'clock' | 'newId'>,
  of: UncheckedClosing & AskedBy,
): Promise<OperatorRequestId> {
  const asked = { ...of, act: 'close-difference', ...(await readClosing(deps.database, of)) } as const
  return await askForAct(deps, asked)
}

export type UncheckedClosing = {
  readonly uncheckedNumber: string
  readonly uncheckedEvidence: string
  readonly uncheckedReference: string
}

/** The exact content of a request to close a difference, from what was typed. Throws as requestClosing does. */
export async function readClosing(
  sql: Sql,
  of: UncheckedClosing,
): Promise<{ subject: string; content: RequestContent }> {
  const evidence = readEvidence(of.uncheckedEvidence)
  const found = await findOpen(sql, of.uncheckedNumber)
  sumOf(found)
  const reference = readReference(found, of.uncheckedReference)
  return { subject: `${found.number}`, content: { ...describe(found), evidence, sentUnder: reference } }
}

/**
 * What closing the difference of a request would post now.
 *
 * @throws RefusedError when it is closed, or has changed in the meantime
 */
export async function previewClosing(sql: Sql, request: OperatorRequest): Promise<OwnMoneyChange | null> {
  const current = await findOpen(sql, request.subject)
  refuseOther(current, request.content)
  return planClosing([current], await readOwnKobo(sql, current.provider))
}

/**
 * Closes a difference, confirmed by another operator. Moves no money in the ledger: the amount counts as our own from
 * then on.
 *
 * `shown`: the change that the second operator was shown.
 *
 * @throws RefusedError for the same person and a request that ended, when it is closed or has changed in the meantime,
 *   and when it would post something else than was shown
 */
export async function closeException(
  deps: Deps,
  of: Confirmation & { readonly shown?: OwnMoneyChange | null },
): Promise<ListedException> {
  const { request, by } = of
  const { evidence = '', sentUnder = '' } = request.content
  const found = await findOpen(deps.database, request.subject)
  await carryOut(deps, of, async (tx, at) => {
    const numbers = [found.number]
    const check = ([current]: readonly ListedException[]) => {
      if (current !== undefined) refuseOther(current, request.content)
    }
    const after = await closeAsOwn(tx, { request, by, numbers, at, shown: of.shown, check })
    if (sentUnder !== '') await adopt(tx, deps, found.reference, { reference: sentUnder, note: evidence })
    return { after }
  })
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
  if (order === undefined || !(await recordLaterSending(tx, deps, order, of))) {
    throw new RefusedError(`order ${orderId} cannot have gone out under another reference`)
  }
}
