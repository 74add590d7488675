import type { OperatorId } from '#contract/ids.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'

const OPERATOR_MIN_LENGTH = 2
const OPERATOR_MAX_LENGTH = 80

/** An operator who has just proved themselves. Only `proveOperator` creates one. */
export type ProvenOperator = { readonly id: OperatorId; readonly name: string }

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
