import type { CustomerLimitBody } from '#contract/console/customer-limits.ts'
import type { ConsoleProposal } from '#server/console/proposal-routes.ts'
import { termsOf } from '#server/console/settings/propose-settings.ts'
import {
  foreseeCustomerLimit,
  readLimitOf,
  requestCustomerLimit,
  summaryOfLimit,
  type UncheckedCustomerLimit,
} from '#server/payments/limits/customer-limits.ts'

export const CUSTOMER_LIMIT: ConsoleProposal<CustomerLimitBody> = {
  act: 'set-customer-limit',
  async terms(deps, body) {
    const content = await readLimitOf(deps, unchecked(body))
    const effects = await foreseeCustomerLimit(deps.database, content)
    return termsOf(summaryOfLimit(content), [...effects, `Reason: ${content.reason}`])
  },
  request: async (deps, { operator: by, where }, { body, evidence }) =>
    await requestCustomerLimit(deps, { ...unchecked(body), by, where, evidence }),
}

function unchecked({ customer, daily, reason }: CustomerLimitBody): UncheckedCustomerLimit {
  return { uncheckedCustomer: customer, uncheckedDaily: daily, uncheckedReason: reason }
}
