import type { UserId } from '#contract/ids.ts'
import type { OperatorRequest } from '#server/identity/operators/requests.ts'
import { foreseeCustomerLimit } from '#server/payments/limits/customer-limits.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { masked } from '#server/tables/masking.ts'

/**
 * The effects of a limit for one customer, or of its end, and the masked customer.
 *
 * @throws RefusedError as foreseeCustomerLimit
 */
export async function foreseeLimitOf(sql: Sql, { content }: OperatorRequest) {
  const effects = await foreseeCustomerLimit(sql, content)
  const [customer] = await sql.query<{ name: string; email: string }>(
    'select full_name as name, email from users where id = $1',
    [content.customer as UserId],
  )
  return {
    effects,
    details: [
      { label: 'Customer', value: masked('full_name', customer?.name ?? '') },
      { label: 'Email', value: masked('email', customer?.email ?? '') },
    ],
  }
}
