import { randomBytes } from 'node:crypto'
import type { Role } from '#contract/console/roles.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import type { Database } from '#server/platform/db/database.ts'
import { idSource } from '#server/platform/ids.ts'

const newId = idSource(() => new Date(), randomBytes)

/**
 * The operator of this name, as if they had proved themselves. An unknown one is inserted as an active operator whose
 * passphrase nobody knows.
 */
export async function operatorNamed(database: Database, name: string, role: Role = 'manager'): Promise<ProvenOperator> {
  await database.query(
    `insert into operators (id, name, passphrase_hash, created_at, admitted_at, role, role_since)
     values ($1, $2, '$argon2id$none', now(), now(), $3, now()) on conflict do nothing`,
    [newId('opr'), name, role],
  )
  const [found] = await database.query<ProvenOperator>(
    'select id, name, role from operators where lower(name) = lower($1)',
    [name],
  )
  if (found === undefined) throw new Error(`${name} is no operator`)
  return found
}
