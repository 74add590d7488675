import type { Biller, BillersAnswer, Network, Plan } from '#contract/purchases.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ProviderPlan } from '#server/providers/bills/bill-provider.ts'
import type { Answer } from '#server/providers/payments/payment-provider.ts'
import { providerForNew } from '#server/providers/registry.ts'

/**
 * What the bills provider sells, cached in memory; an old list is better than none while the provider does not answer. Plans
 * with prices are cached in server/providers/bills/plan-lists.ts, which says how old they may be.
 */
export type BillsCatalogue = {
  /** @throws AppError `provider.unavailable` when none is known yet, here and below */
  bundles(network: Network): Promise<readonly Plan[]>
  billers(): Promise<BillersAnswer>
  /** One biller of a category. @throws AppError `biller.unknown` */
  requireBiller(category: 'electricity' | 'tv', id: string): Promise<Biller>
  /** @throws AppError `biller.unknown` */
  tvPlans(biller: string): Promise<readonly Plan[]>
}

/** How long the lists of billers are used before they are read again, ms. They name no price. */
const FRESH_MS = 10 * 60_000

export function createBillsCatalogue(deps: Pick<Deps, 'providers' | 'clock' | 'plans'>): BillsCatalogue {
  const keep = keeper(deps.clock)
  const bills = providerForNew(deps, 'bills')
  const billersOf = (category: 'electricity' | 'tv') => keep(category, async () => await bills.listBillers(category))

  async function requireBiller(category: 'electricity' | 'tv', id: string): Promise<Biller> {
    const biller = (await billersOf(category)).find((each) => each.id === id)
    if (biller === undefined) throw new AppError('biller.unknown', { fields: { biller: 'Choose one from the list' } })
    return biller
  }

  return {
    bundles: async (network) => plansOf(await deps.plans.listed(bills.name, { product: 'data', network })),
    billers: async () => ({ electricity: [...(await billersOf('electricity'))], tv: [...(await billersOf('tv'))] }),
    requireBiller,
    tvPlans: async (biller) => {
      const { id } = await requireBiller('tv', biller)
      return plansOf(await deps.plans.listed(bills.name, { product: 'tv', biller: id }))
    },
  }
}

/** Keeps each list by its name; one question at a time per list. */
function keeper(clock: Deps['clock']) {
  const kept = new Map<string, { readonly list: readonly unknown[]; readonly readAtMs: number }>()
  const asking = new Map<string, Promise<unknown>>()
  return async <Item>(name: string, ask: () => Promise<Answer<Item[]>>): Promise<readonly Item[]> => {
    const nowMs = clock.now().getTime()
    const known = kept.get(name)
    if (known !== undefined && nowMs - known.readAtMs < FRESH_MS) return known.list as readonly Item[]
    const question = (asking.get(name) ?? ask()) as Promise<Answer<Item[]>>
    asking.set(name, question)
    const answer = await question.finally(() => asking.delete(name))
    if (answer.outcome === 'succeeded') {
      kept.set(name, { list: answer.value, readAtMs: nowMs })
      return answer.value
    }
    if (known === undefined) throw new AppError('provider.unavailable')
    return known.list as readonly Item[]
  }
}

/** @throws AppError `provider.unavailable` when none are known */
function plansOf(plans: readonly ProviderPlan[] | null): Plan[] {
  if (plans === null) throw new AppError('provider.unavailable')
  return plans.map(({ code, name, amountKobo }) => ({ id: code, name, amountKobo: amountKobo.toString() }))
}
