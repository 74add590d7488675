import type { Role } from '#contract/console/roles.ts'
import type { OperatorId, OperatorRequestId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { parseNewPassword } from '#server/identity/sign-in/password-rules.ts'
import { hashPassword } from '#server/identity/sign-in/passwords.ts'
import { isSqlError, type Sql } from '#server/platform/db/database.ts'
import { AppError, RefusedError } from '#server/platform/errors.ts'
import { addAuditLine, IN_TERMINAL } from './audit-lines.ts'
import {
  ADMITTED,
  NO_PLAIN_NAME,
  type ProvenOperator,
  readNewOperatorName,
  readOperatorName,
  readReason,
} from './operator.ts'
import type { ProofDeps } from './prove-operator.ts'
import {
  type Confirmation,
  confirmRequest,
  type HowDecided,
  type RequestContent,
  requestAct,
  signedAlone,
} from './requests.ts'

/** Shortest passphrase of an operator, in characters. */
const PASSPHRASE_MIN_LENGTH = 15
/** At least this many operators always remain, and this many are needed to add the next one. */
const TWO = 2

/** The result: done, or a request that waits for another operator. */
export type AddedOperator = { readonly id: OperatorId; readonly requestId: OperatorRequestId | null }

/** The number of active operators. */
export async function countOperators(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ count: number }>(`select count(*)::int as count from operators where ${ADMITTED}`)
  return row?.count ?? 0
}

/**
 * Adds an operator with a passphrase of their own choice. Nobody adds the first, the first adds the second; from then
 * on another operator has to confirm. The first is always a manager.
 *
 * @throws RefusedError for a taken name, a weak passphrase, and when operators exist but none is given
 */
export async function addOperator(
  deps: ProofDeps,
  of: UncheckedOperator & HowDecided & { role?: Role; by: ProvenOperator | null },
): Promise<AddedOperator> {
  const { name, passphrase } = await readNewOperator(deps.database, of)
  const hash = await hashPassword(deps, passphrase)
  const [id, now] = [deps.newId('opr'), deps.clock.now()]
  const { by, role = 'manager', where = IN_TERMINAL } = of
  return await deps.database.transaction(async (tx) => {
    await readNewOperatorName(tx, name)
    await tx.query(
      `insert into operators (id, name, passphrase_hash, created_at, created_by, role, role_since)
       values ($1, $2, $3, $4, $5, $6, $4)`,
      [id, name, hash, now, of.by?.id ?? null, by === null ? 'manager' : role],
    )
    if (of.by !== null && (await countOperators(tx)) >= TWO) {
      const asked = { act: 'add-operator', subject: id, content: { operator: name, role }, by: of.by } as const
      const requestId = await requestAct(tx, deps, { ...asked, evidence: of.evidence })
      await addAuditLine(tx, deps, { by, where, act: 'request-add-operator', subject: id, after: { name, role } })
      return { id, requestId }
    }
    await tx.query('update operators set admitted_at = $2 where id = $1', [id, now]).catch(refuseChange)
    const after = { name, role, ...signedAlone(of).after }
    await addAuditLine(tx, deps, { by, where, act: 'add-operator', subject: id, after })
    return { id, requestId: null }
  })
}

export type UncheckedOperator = { readonly uncheckedName: string; readonly uncheckedPassphrase: string }

/**
 * A new operator's name and passphrase, ready to be stored.
 *
 * @throws RefusedError as readNewOperatorName, and for a weak passphrase
 */
export async function readNewOperator(
  sql: Sql,
  of: UncheckedOperator,
): Promise<{ readonly name: string; readonly passphrase: string }> {
  const name = await readNewOperatorName(sql, of.uncheckedName)
  return { name, passphrase: readNewPassphrase(of.uncheckedPassphrase, name) }
}

/** Whether another operator has to confirm the next one. */
export async function takesTwoToAdd(sql: Sql): Promise<boolean> {
  return (await countOperators(sql)) >= TWO
}

/**
 * Requests to revoke an operator; another operator confirms it.
 *
 * @throws RefusedError when no active operator has this name, or fewer than two would remain
 */
export async function requestRevocation(
  deps: ProofDeps,
  of: UncheckedRevocation & HowDecided & { by: ProvenOperator },
): Promise<OperatorRequestId> {
  const { operatorId: subject, content } = await readRevocation(deps.database, of)
  const { by, where = IN_TERMINAL, evidence } = of
  return await deps.database.transaction(async (tx) => {
    const requestId = await requestAct(tx, deps, { act: 'revoke-operator', subject, content, by, evidence })
    const reason = content.reason ?? null
    await addAuditLine(tx, deps, { by, where, act: 'request-revoke-operator', subject, reason })
    return requestId
  })
}

/** The operator by name or id. A terminal may leave out the reason. */
export type UncheckedRevocation = { readonly uncheckedName: string; readonly uncheckedReason?: string | undefined }

/**
 * A valid request for a revocation.
 *
 * @throws RefusedError when no active operator has this name or id, fewer than two would remain, or the reason is invalid
 */
export async function readRevocation(
  sql: Sql,
  { uncheckedName, uncheckedReason }: UncheckedRevocation,
): Promise<{ readonly operatorId: OperatorId; readonly content: RequestContent & { readonly operator: string } }> {
  const [found] = await sql.query<ProvenOperator>(
    `select id, name, role from operators where (lower(name) = lower($1) or id = $1) and ${ADMITTED}`,
    [readOperatorName(uncheckedName)],
  )
  if (found === undefined) throw new RefusedError('there is no active operator with this name')
  if ((await countOperators(sql)) <= TWO) throw new RefusedError(TWO_STAY)
  const why = uncheckedReason === undefined ? {} : { reason: readReason(uncheckedReason) }
  return { operatorId: found.id, content: { operator: found.name, ...why } }
}

/**
 * Carries out another operator's request to add or revoke an operator.
 *
 * @throws RefusedError as confirmRequest does, and when it is no longer possible
 */
export async function confirmChange(deps: Pick<Deps, 'clock' | 'database'>, of: Confirmation): Promise<void> {
  const { by, where = IN_TERMINAL } = of
  const { act, subject, content } = of.request
  const column = act === 'add-operator' ? 'admitted_at' : 'revoked_at'
  await deps.database.transaction(async (tx) => {
    const at = deps.clock.now()
    await confirmRequest(tx, { ...of, at })
    await tx.query(`update operators set ${column} = $2 where id = $1`, [subject, at]).catch(refuseChange)
    await addAuditLine(tx, deps, { by, where, act, subject, after: content })
  })
}

/**
 * Changes an operator's own passphrase. The current one stops working at once.
 *
 * @throws RefusedError for a weak one
 */
export async function changePassphrase(
  deps: ProofDeps,
  by: ProvenOperator,
  of: HowDecided & { readonly unchecked: string },
): Promise<void> {
  const hash = await hashPassword(deps, readNewPassphrase(of.unchecked, by.name))
  const { where = IN_TERMINAL } = of
  await deps.database.transaction(async (tx) => {
    await tx.query(`update operators set passphrase_hash = $2 where id = $1 and ${ADMITTED}`, [by.id, hash])
    await addAuditLine(tx, deps, { by, where, act: 'change-passphrase', subject: by.id, ...signedAlone(of) })
  })
}

export type ListedOperator = {
  readonly id: OperatorId
  readonly name: string
  readonly role: Role
  readonly admittedAt: Date
  readonly revokedAt: Date | null
}

/** Everyone who was ever admitted as an operator, the first at the top. */
export async function listOperators(sql: Sql): Promise<ListedOperator[]> {
  return await sql.query<ListedOperator>(
    `select id, name, role, admitted_at as "admittedAt", revoked_at as "revokedAt"
     from operators where admitted_at is not null order by admitted_at, id`,
  )
}

const TWO_STAY = 'two operators have to remain: add another one first'

/**
 * Validates an operator's new passphrase.
 *
 * @throws RefusedError for a weak one
 */
export function readNewPassphrase(unchecked: string, name: string): string {
  try {
    const passphrase = parseNewPassword(unchecked, { email: '', fullName: name, brand: '' })
    if ([...passphrase].length >= PASSPHRASE_MIN_LENGTH) return passphrase
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  throw new RefusedError(
    `a passphrase has ${PASSPHRASE_MIN_LENGTH} characters or more, and is nothing that guessers try first`,
  )
}

/** Translates the database's refusals about operators into words. */
export function refuseChange(error: unknown): never {
  if (isSqlError(error, 'JO004')) throw new RefusedError('an operator who stands has to do this: --by "Ada Obi"')
  if (isSqlError(error, 'JO005')) throw new RefusedError(TWO_STAY)
  if (isSqlError(error, 'JO008')) throw new RefusedError('a manager has to stay: make another operator one first')
  if (isSqlError(error, 'JO009')) throw new RefusedError('the role has changed since this was asked for: ask again')
  if (isSqlError(error, '23505', 'operators_name'))
    throw new RefusedError('this name is taken for good: choose another')
  if (isSqlError(error, 'JO014')) throw new RefusedError(NO_PLAIN_NAME)
  if (isSqlError(error, 'JO015'))
    throw new RefusedError('this name looks like that of another operator: choose another')
  throw error
}
