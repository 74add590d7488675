import type { Beneficiary, BeneficiaryKind } from '#contract/beneficiaries.ts'
import { isId, type UserId } from '#contract/ids.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

type Row = { id: string; kind: BeneficiaryKind; details: unknown; lastUsedAt: Date }

/** A user's saved recipients, last used first; of one kind when it is given. Bounded by BENEFICIARIES_MAX. */
export async function listBeneficiaries(
  sql: Sql,
  userId: UserId,
  kind: BeneficiaryKind | undefined,
): Promise<Beneficiary[]> {
  const rows = await sql.query<Row>(
    `select id, kind, details, last_used_at as "lastUsedAt" from beneficiaries
     where user_id = $1 and ($2::text is null or kind = $2) order by last_used_at desc, id desc`,
    [userId, kind ?? null],
  )
  return rows.map((row) => ({ ...row, lastUsedAt: row.lastUsedAt.toISOString() }) as Beneficiary)
}

/** @throws AppError `beneficiary.not-found` */
export async function deleteBeneficiary(sql: Sql, userId: UserId, id: string): Promise<void> {
  const gone = isId('ben', id)
    ? await sql.query('delete from beneficiaries where user_id = $1 and id = $2 returning 1', [userId, id])
    : []
  if (gone.length === 0) throw new AppError('beneficiary.not-found')
}
