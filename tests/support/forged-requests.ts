import type { Database } from '#server/platform/db/database.ts'

/** A confirmed request as stored: confirmed by another operator, by its own maker, or by nobody. */
export type Request = {
  readonly act: string
  readonly subject: string
  readonly content: Readonly<Record<string, string>>
  readonly confirmedBy: 'another' | 'the same' | 'nobody'
}

class UndoneError extends Error {}

/** Writes a row that names this request, then undoes both. @throws the database's refusal */
export async function writeWith(
  database: Database,
  { id, act, subject, content, confirmedBy, at }: Request & { readonly id: string; readonly at: Date },
  [statement, params]: readonly [statement: string, params: readonly unknown[]],
): Promise<void> {
  const operators = await database.query<{ id: string }>('select id from operators order by id limit 2')
  const [one, other] = operators.map((each) => each.id)
  const confirmer = confirmedBy === 'nobody' ? null : confirmedBy === 'another' ? other : one
  const expiresAt = new Date(at.getTime() + 60_000)
  await database
    .transaction(async (tx) => {
      await tx.query(
        `insert into operator_requests (id, act, subject, content, requested_by, requested_at, expires_at, confirmed_by, confirmed_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [id, act, subject, JSON.stringify(content), one, at, expiresAt, confirmer, confirmer === null ? null : at],
      )
      await tx.query(statement, params)
      throw new UndoneError()
    })
    .catch((error) => {
      if (!(error instanceof UndoneError)) throw error
    })
}
