import type { OperatorRequest } from '#server/identity/operators/requests.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'

type Subject = {
  readonly role: string | null
  readonly active: boolean | null
  readonly pendingPasskey: boolean
  /** An existing operator whose name looks like the new one's, added before them. */
  readonly alike: string | null
}

/**
 * Refuses a change to an operator that is no longer possible, before anybody signs it. The database refuses it too.
 *
 * @throws RefusedError
 */
export async function refuseUnchangeable(sql: Sql, { act, subject, content }: OperatorRequest): Promise<void> {
  const { role, active, pendingPasskey, alike } = await readSubject(sql, subject)
  if (act === 'add-operator' && active === true) throw new RefusedError(`${content.operator} is an operator already`)
  if (act === 'add-operator' && alike !== null)
    throw new RefusedError(`this name looks like that of the operator ${alike} by now`)
  if (act === 'revoke-operator' && active !== true)
    throw new RefusedError(`${content.operator} is no operator any more`)
  if (act === 'change-role' && (active !== true || role !== content.from))
    throw new RefusedError('the role has changed since this was asked for: ask again')
  if (act === 'enrol-passkey' && !pendingPasskey) throw new RefusedError('this passkey was removed or confirmed')
}

async function readSubject(sql: Sql, subject: string): Promise<Subject> {
  const [found] = await sql.query<Subject>(
    `select o.role, o.admitted_at is not null and o.revoked_at is null as active,
       exists (select from operator_passkeys p
         where p.id = $1 and p.confirmed_at is null and p.removed_at is null) as "pendingPasskey",
       (select other.name from operators other where other.id <> o.id and other.admitted_at is not null
         and operator_name_look(other.name) = operator_name_look(o.name) limit 1) as alike
     from (select 1) one left join operators o on o.id = $1`,
    [subject],
  )
  return found ?? { role: null, active: null, pendingPasskey: false, alike: null }
}
