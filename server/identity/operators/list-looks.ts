import type { Look } from '#contract/account-events.ts'
import { LOOKS_SHOWN_MAX, REASONS, type ReasonHeading } from '#contract/console/reasons.ts'
import type { Role } from '#contract/console/roles.ts'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'

/** The act of the line that opens a customer's personal data. */
export const OPEN_CUSTOMER = 'open-customer'

type Row = { readonly role: Role; readonly heading: ReasonHeading; readonly at: Date }

/**
 * Who opened a customer's personal data: the last LOOKS_SHOWN_MAX, newest first, with the role and never the name.
 * Leaves out investigations that the customer may not be told of.
 */
export async function listLooks({ database }: Pick<Deps, 'database'>, userId: UserId): Promise<Look[]> {
  const rows = await database.query<Row>(
    `select role, after::jsonb ->> 'heading' as heading, at from operator_audit
     where subject = $1 and act = $2 and after::jsonb ->> 'withheld' = 'false'
     order by number desc limit $3`,
    [userId, OPEN_CUSTOMER, LOOKS_SHOWN_MAX],
  )
  return rows.map(({ role, heading, at }) => ({ role, reason: REASONS[heading].name, at: at.toISOString() }))
}
