import { SET_CUSTOMER_LIMIT } from '#contract/acts/set-customer-limit.ts'
import type { UserId } from '#contract/ids.ts'
import {
  previewCustomerLimit,
  readLimitOf,
  requestCustomerLimit,
  setCustomerLimit,
  summaryOfLimit,
  type UncheckedCustomerLimit,
} from '#server/payments/limits/customer-limits.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { masked } from '#server/tables/masking.ts'
import type { Act, Unchecked } from './act.ts'

type Asks = typeof SET_CUSTOMER_LIMIT.asks

export const setCustomerLimitAct: Act<Asks> = {
  facts: SET_CUSTOMER_LIMIT,
  proposal: {
    async describe(deps, asked) {
      const content = await readLimitOf(deps, unchecked(asked))
      return {
        summary: summaryOfLimit(content),
        effects: await previewCustomerLimit(deps.database, content),
        otherValues: [`Reason: ${content.reason}`],
        about: content.customer ?? '',
      }
    },
    request: async (deps, { asked, ...by }) => await requestCustomerLimit(deps, { ...unchecked(asked), ...by }),
  },
  summary: ({ content }) => summaryOfLimit(content),
  preview: async ({ database }, { content }) => ({
    effects: await previewCustomerLimit(database, content),
    details: await describeCustomer(database, content.customer ?? ''),
  }),
  async carryOut(deps, confirmed) {
    deps.events.publish(await setCustomerLimit(deps, confirmed), { topics: ['wallet'] })
  },
  makesSubject: true,
}

function unchecked({ customer, daily, reason }: Unchecked<Asks>): UncheckedCustomerLimit {
  return { uncheckedCustomer: customer, uncheckedDaily: daily, uncheckedReason: reason }
}

/** The masked name and email: a signed text names a customer by id alone. */
async function describeCustomer(sql: Sql, id: string) {
  const [customer] = await sql.query<{ name: string; email: string }>(
    'select full_name as name, email from users where id = $1',
    [id as UserId],
  )
  return [
    { label: 'Customer', value: masked('full_name', customer?.name ?? '') },
    { label: 'Email', value: masked('email', customer?.email ?? '') },
  ]
}
