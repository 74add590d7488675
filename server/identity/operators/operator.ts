import { type Command, mayCheck, mayMake, mayRead, READS, type Read } from '#contract/console/permissions.ts'
import type { Role } from '#contract/console/roles.ts'
import type { OperatorId } from '#contract/ids.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { isPlainName } from '#server/platform/text/plain-name.ts'
import { readAtMost } from '#server/platform/text/read-whole-line.ts'

const OPERATOR_MIN_LENGTH = 2
const OPERATOR_MAX_LENGTH = 80
const REASON_MIN_LENGTH = 5
const REASON_MAX_LENGTH = 200

/** An operator whose identity is proved: in a terminal by `proveOperator`, in the console by a session. */
export type ProvenOperator = { readonly id: OperatorId; readonly name: string; readonly role: Role }

/** What an operator proves their identity for. `confirm-…` is the second step of a two-person act. */
export type OperatorAct = Command | Read | `confirm-${Command}`

/** The program's own name in the place of an operator's. No operator may have it. */
export const RECONCILIATION_ACTOR = 'reconciliation'
/** Reserved words that appear in the place of an operator's name. No operator's name may look like one. */
const NOT_NAMES = [RECONCILIATION_ACTOR, 'clock', 'program', 'owner', 'operator', 'nobody', 'nobody signed in']

/** A condition on the table operators: those who may act, confirmed and not revoked. */
export const ADMITTED = 'admitted_at is not null and revoked_at is null'

/**
 * An operator's name, as one clean line.
 *
 * @throws RefusedError when it is too short
 */
export function readOperatorName(uncheckedName: string): string {
  const name = readAtMost(uncheckedName, { what: 'a name', max: OPERATOR_MAX_LENGTH })
  if ([...name].length >= OPERATOR_MIN_LENGTH) return name
  throw new RefusedError('who does this? Give your name: --by "Ada Obi"')
}

/**
 * Validates a new operator's name: plain letters only, and unlike any other operator's, even a revoked one's. What
 * others sign names operators, so two names that look alike would be confused.
 *
 * @throws RefusedError for any other
 */
export async function readNewOperatorName(sql: Sql, uncheckedName: string): Promise<string> {
  const name = readOperatorName(uncheckedName)
  if (!isPlainName(name)) throw new RefusedError(NO_PLAIN_NAME)
  const [found] = await sql.query<{ letters: number; isReserved: boolean; alike: string | null }>(
    `select char_length(operator_name_look($1)) as letters,
       operator_name_look($1) in (select operator_name_look(each) from unnest($2::text[]) each) as "isReserved",
       (select name from operators where admitted_at is not null and operator_name_look(name) = operator_name_look($1)
        limit 1) as alike`,
    [name, NOT_NAMES],
  )
  if ((found?.letters ?? 0) < OPERATOR_MIN_LENGTH) throw new RefusedError(NO_PLAIN_NAME)
  if (found?.isReserved) throw new RefusedError(`"${name}" looks like the program's own name for something`)
  const alike = found?.alike ?? null
  if (alike !== null) throw new RefusedError(sayAlike(name, alike))
  return name
}

export const NO_PLAIN_NAME =
  'a name has two letters of the Latin alphabet or more, such as a, ọ, ṣ or ƙ, and besides them only spaces, hyphens, apostrophes and full stops'

function sayAlike(name: string, alike: string): string {
  if (name.toLowerCase() === alike.toLowerCase()) return 'this name is taken for good: choose another'
  return `this name looks like that of the operator ${alike}: choose another`
}

/**
 * The reason for a request about an operator, as one clean line.
 *
 * @throws RefusedError when it is too short or too long
 */
export function readReason(uncheckedReason: string): string {
  const reason = readAtMost(uncheckedReason, { what: 'a reason', max: REASON_MAX_LENGTH })
  if ([...reason].length >= REASON_MIN_LENGTH) return reason
  throw new RefusedError(`why? Give a reason of ${REASON_MIN_LENGTH} characters or more`)
}

/**
 * Requires that the operator's role allows the act.
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
