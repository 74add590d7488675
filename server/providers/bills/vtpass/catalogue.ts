import { type CleanText, described } from '#server/platform/text/sanitize-line.ts'
import { type Answer, succeeded, unknown } from '#server/providers/answer.ts'
import type { BillsProvider, ProviderBiller, ProviderPlan } from '#server/providers/bills/bill-provider.ts'
import { type Context, codeOf, refusedWith } from './api.ts'
import { codeTextOf, fieldsOf, textOf } from './fields.ts'
import { koboOf } from './naira.ts'
import { BILLER_CATEGORIES, DATA_SERVICES, EXAM_SERVICES, SERVICES_WITHOUT_CUSTOMERS } from './services.ts'

/** The content of one catalogue call, or why there is none. */
async function contentOf(
  { api, timeouts, isWorthAsking }: Context,
  operation: string,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<Answer<unknown>> {
  if (!isWorthAsking()) return unknown('not asked: no answers lately')
  const reply = await api(operation, { method: 'GET', path, query, timeoutMs: timeouts.listMs })
  if (reply.kind === 'unanswered') return unknown(reply.cause)
  const code = codeOf(reply.body)
  return code === '000' && reply.isHttpSuccess ? succeeded(reply.body.content) : refusedWith(code)
}

export function listBundles(context: Context): BillsProvider['listBundles'] {
  return (network) => listPlans(context, 'listBundles', DATA_SERVICES[network])
}

export function listTvPlans(context: Context): BillsProvider['listTvPlans'] {
  return (biller) => listPlans(context, 'listTvPlans', biller)
}

export function listExamPlans(context: Context): BillsProvider['listExamPlans'] {
  return (exam) => listPlans(context, 'listExamPlans', EXAM_SERVICES[exam])
}

/** A service's plans, in VTpass's order. The list is spelt `variations` in newer answers, `varations` in older ones. */
async function listPlans(context: Context, operation: string, serviceId: string): Promise<Answer<ProviderPlan[]>> {
  const answer = await contentOf(context, operation, '/service-variations', { serviceID: serviceId })
  if (answer.outcome !== 'succeeded') return answer
  const content = fieldsOf(answer.value)
  if (content.serviceID !== undefined && content.serviceID !== serviceId) return unknown('plans of another service')
  const rows = content.variations ?? content.varations
  if (!Array.isArray(rows)) return unknown('a plan list that is not a list')
  const plans = new Map<string, ProviderPlan>()
  for (const row of rows) {
    const plan = planOf(row)
    if (plan === null) context.log.warn({ provider: 'vtpass', operation }, 'a plan that cannot be sold was left out')
    else if (!plans.has(plan.code)) plans.set(plan.code, plan)
  }
  return plans.size === 0 ? unknown('a plan list without plans') : succeeded([...plans.values()])
}

/**
 * Null unless the row has a code, a name and a price that VTpass marks as fixed: nothing else can be sold at the price
 * shown.
 */
function planOf(row: unknown): ProviderPlan | null {
  const { variation_code, name, variation_amount, fixedPrice } = fieldsOf(row)
  const plan = { code: codeTextOf(variation_code), name: textOf(name), amountKobo: koboOf(variation_amount) }
  if (fixedPrice !== 'Yes' || plan.code === null || plan.name === null) return null
  if (plan.amountKobo === null || plan.amountKobo === 0n) return null
  return { code: plan.code, name: plan.name, amountKobo: plan.amountKobo }
}

/** The billers of a category, in VTpass's order. */
export function listBillers(context: Context): BillsProvider['listBillers'] {
  return async (category) => {
    const answer = await contentOf(context, 'listBillers', '/services', { identifier: BILLER_CATEGORIES[category] })
    if (answer.outcome !== 'succeeded') return answer
    if (!Array.isArray(answer.value)) return unknown('a biller list that is not a list')
    const billers = answer.value.flatMap((row) => billerOf(row, context.log))
    return billers.length === 0 ? unknown('a biller list without billers') : succeeded(billers)
  }
}

/** The name people use: `Ikeja Electric Payment - IKEDC` becomes Ikeja Electric, `DSTV Subscription` becomes DSTV. */
function shortName(name: CleanText): CleanText {
  return described(name.replace(/ (?:Payment|Subscription)(?: - .*)?$/i, '')) ?? name
}

function billerOf(row: unknown, log: Context['log']): ProviderBiller[] {
  const { serviceID, name } = fieldsOf(row)
  const biller = { id: codeTextOf(serviceID), name: textOf(name) }
  if (biller.id === null || biller.name === null) {
    log.warn({ provider: 'vtpass', operation: 'listBillers' }, 'a biller without id or name was left out')
    return []
  }
  return SERVICES_WITHOUT_CUSTOMERS.has(biller.id) ? [] : [{ id: biller.id, name: shortName(biller.name) }]
}
