import type { Beneficiary, BeneficiaryChanges, BeneficiaryKind } from '#contract/beneficiaries.ts'
import { isId, type UserId } from '#contract/ids.ts'
import { CUSTOMER_NAME_MAX_LENGTH } from '#contract/selling-limits.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'

type Row = { id: string; kind: BeneficiaryKind; name: string | null; details: unknown; lastUsedAt: Date }

const COLUMNS = 'id, kind, name, details, last_used_at as "lastUsedAt"'

/** A user's saved recipients, last used first, optionally of one kind. Bounded by BENEFICIARIES_MAX. */
export async function listBeneficiaries(
  sql: Sql,
  userId: UserId,
  kind: BeneficiaryKind | undefined,
): Promise<Beneficiary[]> {
  const rows = await sql.query<Row>(
    `select ${COLUMNS} from beneficiaries
     where user_id = $1 and ($2::text is null or kind = $2) order by last_used_at desc, id desc`,
    [userId, kind ?? null],
  )
  return rows.map(toBeneficiary)
}

/**
 * Names a saved phone number, or removes its name. Paying it again keeps the name.
 *
 * @throws AppError `beneficiary.not-found`, also for recipients that their bank or company names
 */
export async function nameBeneficiary(
  sql: Sql,
  userId: UserId,
  id: string,
  changes: BeneficiaryChanges,
): Promise<Beneficiary> {
  const name = cleanLine(changes.name ?? '', CUSTOMER_NAME_MAX_LENGTH) || null
  const [row] = isId('ben', id)
    ? await sql.query<Row>(
        `update beneficiaries set name = $3 where user_id = $1 and id = $2 and kind = 'phone' returning ${COLUMNS}`,
        [userId, id, name],
      )
    : []
  if (row === undefined) throw new AppError('beneficiary.not-found')
  return toBeneficiary(row)
}

/** @throws AppError `beneficiary.not-found` */
export async function deleteBeneficiary(sql: Sql, userId: UserId, id: string): Promise<void> {
  const gone = isId('ben', id)
    ? await sql.query('delete from beneficiaries where user_id = $1 and id = $2 returning 1', [userId, id])
    : []
  if (gone.length === 0) throw new AppError('beneficiary.not-found')
}

function toBeneficiary(row: Row): Beneficiary {
  return { ...row, lastUsedAt: row.lastUsedAt.toISOString() } as Beneficiary
}
