import type { Sql } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { RefusedError } from '../../errors.ts'
import { cleanLine } from '../../orders/clean-line.ts'
import { readTwoOperators, type TwoOperators } from '../support/operator.ts'
import { adoptSent } from './adopt-sent.ts'
import { keepOwnKobo } from './compare-balance.ts'
import type { ExceptionKind } from './findings.ts'

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
  readonly differenceKobo: bigint
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
 * Closes a difference with evidence, by two people. Moves no money in the ledger: what it made a provider hold more or less
 * is our own from then on. For `maybe-sent` a reference found at the provider makes it an order that was sent under it.
 *
 * @throws RefusedError without two people, evidence, or such an open difference
 */
export async function closeException(
  deps: Deps,
  of: TwoOperators & { uncheckedNumber: string; uncheckedEvidence: string; uncheckedReference: string },
): Promise<ListedException> {
  const { by, confirmedBy } = readTwoOperators(of)
  const evidence = cleanLine(of.uncheckedEvidence, EVIDENCE_MAX_LENGTH)
  if (evidence.length < EVIDENCE_MIN_LENGTH) throw new RefusedError('what proves it? Say so after the number')
  const found = await findOpen(deps.database, of.uncheckedNumber)
  await adoptIfSent(deps, found, of.uncheckedReference, evidence)
  const at = deps.clock.now()
  await deps.database.transaction(async (tx) => {
    const closed = await tx.query(
      `update reconciliation_exceptions set closed_at = $2, evidence = $3, closed_by = $4, confirmed_by = $5
       where number = $1 and closed_at is null returning 1`,
      [found.number, at, evidence, by, confirmedBy],
    )
    if (closed.length === 0) throw new RefusedError(`${found.number} is closed already`)
    const [own] = await tx.query<{ own: bigint }>(
      'select own_kobo as own from provider_own_money where provider = $1 for update',
      [found.provider],
    )
    // Before anything is kept as our own, the first comparison without a difference takes all of it.
    if (own === undefined && found.kind !== 'balance-differs') return
    await keepOwnKobo(tx, found.provider, (own?.own ?? 0n) + found.differenceKobo, at)
  })
  return found
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

async function adoptIfSent(
  deps: Deps,
  { kind, reference: orderId }: ListedException,
  uncheckedReference: string,
  note: string,
): Promise<void> {
  if (uncheckedReference === '') return
  if (kind !== 'maybe-sent') throw new RefusedError('only for maybe-sent a reference says anything')
  if (!REFERENCE.test(uncheckedReference)) throw new RefusedError('this is no reference of a purchase')
  const [order] = await deps.database.query<{ id: string; userId: string }>(
    'select id, user_id as "userId" from orders where id = $1',
    [orderId],
  )
  if (order === undefined || !(await adoptSent(deps, order, { reference: uncheckedReference, note }))) {
    throw new RefusedError(`order ${orderId} does not wait to be sent`)
  }
}
