import { type Command, mayCheck, mayMake, mayRead, READS, type Read, type Role } from '#contract/console/permissions.ts'
import type { OperatorId } from '#contract/ids.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'

const OPERATOR_MIN_LENGTH = 2
const OPERATOR_MAX_LENGTH = 80
const REASON_MIN_LENGTH = 5
const REASON_MAX_LENGTH = 200

/** An operator who has proved themselves: in a terminal by `proveOperator`, in the console by a session of theirs. */
export type ProvenOperator = { readonly id: OperatorId; readonly name: string; readonly role: Role }

/** What an operator proves themselves for. `confirm-…` is the second step of what takes two. */
export type OperatorAct = Command | Read | `confirm-${Command}`

/** The program's own name where an operator's is expected. No operator may have it. */
export const RECONCILIATION_ACTOR = 'reconciliation'

/** Which operators may act: those who were confirmed and not revoked. For a `where` about the table operators. */
export const ADMITTED = 'admitted_at is not null and revoked_at is null'

/**
 * An operator's name, in one clean line.
 *
 * @throws RefusedError without one
 */
export function readOperatorName(uncheckedName: string): string {
  const name = cleanLine(uncheckedName, OPERATOR_MAX_LENGTH)
  if ([...name].length >= OPERATOR_MIN_LENGTH) return name
  throw new RefusedError('who does this? Give your name: --by "Ada Obi"')
}

/**
 * The reason for a request about an operator, as one clean line.
 *
 * @throws RefusedError when it is too short
 */
export function readReason(uncheckedReason: string): string {
  const reason = cleanLine(uncheckedReason, REASON_MAX_LENGTH)
  if ([...reason].length >= REASON_MIN_LENGTH) return reason
  throw new RefusedError(`why? Give a reason of ${REASON_MIN_LENGTH} characters or more`)
}

/**
 * Their role lets them do it.
 *
 * @throws RefusedError when it does not
 */
export function requireAllowed({ role }: ProvenOperator, act: OperatorAct): void {
  if (isAllowed(role, act)) return
  throw new RefusedError(`the role ${role} may not do this (${act}). Nothing was done`)
}

function isAllowed(role: Role, act: OperatorAct): boolean {
  if (isRead(act)) return mayRead(role, act)
  return isConfirmation(act) ? mayCheck(role, act.slice('confirm-'.length) as Command) : mayMake(role, act)
}

const isRead = (act: OperatorAct): act is Read => act in READS
const isConfirmation = (act: OperatorAct): act is `confirm-${Command}` => act.startsWith('confirm-')
