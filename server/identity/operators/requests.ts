import type { ActFacts } from '#contract/acts/act.ts'
import { ACTS, type ActName } from '#contract/acts/acts.ts'
import { mayMake } from '#contract/console/permissions.ts'
import type { Role } from '#contract/console/roles.ts'
import { isId, type OperatorId, type OperatorRequestId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { isSqlError, type Sql, type Transaction } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { isClockInDoubt, readSuspensions } from '#server/suspension/suspensions.ts'
import { type AuditLine, addAuditLine, IN_TERMINAL, type Where } from './audit-lines.ts'
import { ADMITTED, type ProvenOperator, requireAllowed } from './operator.ts'
import { requireRoom } from './request-bounds.ts'

/** How long a request can be confirmed, ms. The database refuses more. */
export const REQUEST_LIVES_MS = 24 * 60 * 60_000
/** The record's limit, in characters of JSON. */
const SIGNED_MAX_LENGTH = 1_900

/** An act that takes two operators. */
export type TwoPersonAct = ActName

/** The exact content of an act: the second operator reads it, and it is carried out as read. */
export type RequestContent = Readonly<Record<string, string>>

/** What a passkey signed: the shown text, and all that proves the signature. */
export type SignedDecision = Readonly<Record<string, string>>

/** Where an operator decides, and what their passkey signed. Default: in a terminal, with a passphrase. */
export type HowDecided = { readonly where?: Where; readonly evidence?: SignedDecision }

/**
 * The signed text and proof of a one-operator act, for its audit line: no request stores them. The public key is left
 * out, because the passkey's own row has it.
 *
 * @throws RefusedError when it does not fit into a line
 */
export function signedAlone({ evidence }: HowDecided): { readonly after?: { readonly signed: SignedDecision } } {
  if (evidence === undefined) return {}
  const { publicKey: _, ...signed } = evidence
  if (JSON.stringify({ signed }).length > SIGNED_MAX_LENGTH) throw new RefusedError('give a shorter reason')
  return { after: { signed } }
}

/** A request that another operator confirms. */
export type Confirmation = HowDecided & { readonly request: OperatorRequest; readonly by: ProvenOperator }

export type OperatorRequest = {
  readonly id: OperatorRequestId
  readonly act: TwoPersonAct
  /** The act's subject: an id, or the number of a difference. */
  readonly subject: string
  readonly content: RequestContent
  readonly requestedById: OperatorId
  readonly requestedBy: string
  /** Their current role; null: they are no longer an operator. */
  readonly requestedByRole: Role | null
  readonly requestedAt: Date
  readonly expiresAt: Date
}

/** A query for requests with their authors, as OperatorRequest. */
export const WITH_NAMES = `select r.id, r.act, r.subject, r.content, r.requested_by as "requestedById", o.name as "requestedBy",
  case when ${ADMITTED} then o.role end as "requestedByRole", r.requested_at as "requestedAt", r.expires_at as "expiresAt" from operator_requests r join operators o on o.id = r.requested_by`

/**
 * Stores an operator's request. Nothing is done until another operator confirms it.
 *
 * @throws RefusedError when their role may not ask for it, and as requireRoom
 */
export async function requestAct(
  sql: Sql,
  deps: Pick<Deps, 'clock' | 'newId'>,
  of: {
    act: TwoPersonAct
    subject: string
    content: RequestContent
    by: ProvenOperator
    evidence?: SignedDecision | undefined
  },
): Promise<OperatorRequestId> {
  requireAllowed(await lockOperator(sql, of.by), of.act)
  await requireRoom(sql, deps, { by: of.by.id, act: of.act, subject: of.subject })
  const [id, now] = [deps.newId('orq'), deps.clock.now()]
  const evidence = of.evidence === undefined ? null : JSON.stringify(of.evidence)
  await sql.query(
    `insert into operator_requests (id, act, subject, content, requested_by, requested_at, expires_at, request_evidence)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      id,
      of.act,
      of.subject,
      JSON.stringify(of.content),
      of.by.id,
      now,
      new Date(now.getTime() + REQUEST_LIVES_MS),
      evidence,
    ],
  )
  return id
}

/** Reads the operator with their current role, and locks them: their requests are made one at a time. */
async function lockOperator(sql: Sql, { id, name }: ProvenOperator): Promise<ProvenOperator> {
  const [found] = await sql.query<ProvenOperator>(
    `select id, name, role from operators where id = $1 and ${ADMITTED} for no key update`,
    [id],
  )
  if (found === undefined) throw new RefusedError(`${name} is no operator any more`)
  return found
}

/** The rest of an audit line, which always names the request. */
type LineDetails = Pick<AuditLine, 'reason' | 'after'>

export type Asked = HowDecided &
  LineDetails & {
    readonly act: TwoPersonAct
    readonly subject: string
    readonly content: RequestContent
    readonly by: ProvenOperator
  }

/**
 * Stores an operator's request, with a line in the record. Nothing is done until another operator confirms it.
 *
 * @throws RefusedError when their role may not ask for it
 */
export async function askForAct(
  deps: Pick<Deps, 'clock' | 'database' | 'newId'>,
  asked: Asked,
): Promise<OperatorRequestId> {
  return await deps.database.transaction((tx) => askForActWithin(tx, deps, asked))
}

/** Like askForAct, within a larger transaction. */
export async function askForActWithin(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'newId'>,
  of: Asked,
): Promise<OperatorRequestId> {
  const { act, subject, by, where = IN_TERMINAL, reason = null } = of
  const request = await requestAct(tx, deps, of)
  const after = { request, ...of.after }
  await addAuditLine(tx, deps, { by, where, act: `request-${act}`, subject, reason, after })
  return request
}

/**
 * Reads a request that can still be confirmed.
 *
 * @throws RefusedError when these acts have no request with this id, it was confirmed or has expired, or its author may
 *   no longer make it
 */
export async function readRequest(
  deps: Pick<Deps, 'clock' | 'database'>,
  uncheckedId: string,
  acts: readonly TwoPersonAct[],
): Promise<OperatorRequest> {
  if (!isId('orq', uncheckedId)) throw new RefusedError('which request? Give its id: orq_…')
  const [found] = await deps.database.query<OperatorRequest & { isConfirmed: boolean }>(
    `${WITH_NAMES.replace('select ', 'select r.confirmed_at is not null as "isConfirmed", ')} where r.id = $1`,
    [uncheckedId],
  )
  if (found === undefined || !acts.includes(found.act)) throw new RefusedError('there is no such request here')
  const { isConfirmed, ...request } = found
  if (isConfirmed) throw new RefusedError('it was confirmed already')
  if (request.expiresAt <= deps.clock.now()) throw new RefusedError('it is too old to be confirmed: ask again')
  refuseLostRight(request)
  return request
}

/** @throws RefusedError when the request's author may no longer make it */
export function refuseLostRight({ act, requestedBy, requestedByRole: role }: OperatorRequest): void {
  if (role === null) throw new RefusedError(`${requestedBy} is no operator any more: somebody else has to ask for it`)
  if (!mayMake(role, act))
    throw new RefusedError(`${requestedBy} has the role ${role} now and may not ask for this: somebody else has to`)
}

/**
 * Confirms a request as another operator, in the transaction that carries it out. `at` is the act's own time: the
 * database compares the two.
 *
 * Both operators must have the right now, and keep it until the transaction ends.
 *
 * @throws RefusedError for the same person, a right that was lost or revoked, and a request confirmed or ended
 *   meanwhile
 */
export async function confirmRequest(tx: Transaction, of: Confirmation & { at: Date }): Promise<void> {
  const { request, by, at } = of
  if (request.requestedById === by.id) {
    throw new RefusedError('this takes two different people: one asks for it, another one confirms it')
  }
  await requireBoth(tx, of)
  const confirmed = await tx
    .query(
      `update operator_requests set confirmed_by = $2, confirmed_at = $3, confirm_evidence = $4
       where id = $1 and confirmed_at is null returning 1`,
      [request.id, by.id, at, of.evidence === undefined ? null : JSON.stringify(of.evidence)],
    )
    .catch(refuseStale)
  if (confirmed.length === 0) throw new RefusedError('it was confirmed already')
}

async function requireBoth(tx: Transaction, { request, by }: Pick<Confirmation, 'request' | 'by'>): Promise<void> {
  const standing = await tx.query<ProvenOperator>(
    `select id, name, role from operators where id = any($1::text[]) and ${ADMITTED} order by id for share`,
    [[request.requestedById, by.id]],
  )
  const [asked, confirms] = [request.requestedById, by.id].map((id) => standing.find((each) => each.id === id))
  refuseLostRight({ ...request, requestedByRole: asked?.role ?? null })
  if (confirms === undefined) throw new RefusedError(`${by.name} is no operator any more`)
  requireAllowed(confirms, `confirm-${request.act}`)
}

/** `before`: runs in the transaction, for locks and reads, before the act gets its time. */
type ToCarryOut = Confirmation & { readonly before?: (tx: Transaction) => Promise<void> }

/**
 * Confirms a request and carries it out, in one transaction, with a line in the record. `act` returns what the line
 * says besides the request.
 *
 * @throws RefusedError as confirmRequest, and for acts with a start or end time while a clock is in doubt
 */
export async function carryOut(
  deps: Pick<Deps, 'clock' | 'database'>,
  of: ToCarryOut,
  act: (tx: Transaction, at: Date) => Promise<LineDetails>,
): Promise<void> {
  const { request, by, where = IN_TERMINAL, before } = of
  await deps.database.transaction(async (tx) => {
    await before?.(tx)
    const { isDated = false }: ActFacts = ACTS[request.act]
    if (isDated && isClockInDoubt(await readSuspensions(tx)))
      throw new RefusedError('our server’s clock is wrong: confirm this once payments continue')
    const at = deps.clock.now()
    await confirmRequest(tx, { ...of, at })
    const { reason = null, ...line } = await act(tx, at)
    const after = { request: request.id, ...line.after }
    await addAuditLine(tx, deps, { by, where, act: request.act, subject: request.subject, reason, after })
  })
}

function refuseStale(error: unknown): never {
  if (isSqlError(error, '23514', 'operator_requests_in_time'))
    throw new RefusedError('it is too old to be confirmed, or a wrong clock dated it: ask again')
  if (isSqlError(error, '23505', 'operator_requests_once')) throw new RefusedError('the same was confirmed already')
  if (isSqlError(error, 'JO002')) throw new RefusedError('one of the two is no operator any more')
  throw error
}
