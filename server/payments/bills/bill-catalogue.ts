import type { Biller, BillersAnswer, Network, Plan } from '#contract/purchases.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ProviderPlan } from '#server/providers/bills/bill-provider.ts'
import type { PlanList } from '#server/providers/bills/plan-lists.ts'
import { cachedList } from '#server/providers/cached-list.ts'
import { providerForNew } from '#server/providers/registry.ts'

/**
 * What the bills provider sells, cached: see cachedList. Plans with prices are cached in
 * server/providers/bills/plan-lists.ts, which bounds their age.
 */
export type BillsCatalogue = {
  /** @throws AppError `provider.unavailable` when no list was ever read, here and below */
  bundles(network: Network): Promise<readonly Plan[]>
  /** The plans on one list, as sold now. */
  plans(list: PlanList): Promise<readonly Plan[]>
  billers(): Promise<BillersAnswer>
  /** One biller of a category. @throws AppError `biller.unknown` */
  requireBiller(category: 'electricity' | 'tv', id: string): Promise<Biller>
  /** @throws AppError `biller.unknown` */
  tvPlans(biller: string): Promise<readonly Plan[]>
}

/** How long the lists of billers are used before they are read again, ms. They contain no prices. */
const FRESH_MS = 10 * 60_000

export function createBillsCatalogue(deps: Pick<Deps, 'providers' | 'clock' | 'plans'>): BillsCatalogue {
  const bills = providerForNew(deps, 'bills')
  const listOf = (category: 'electricity' | 'tv') =>
    cachedList({
      clock: deps.clock,
      freshMs: FRESH_MS,
      read: () => bills.listBillers(category),
      toItems: (told) => told,
    })
  const lists = { electricity: listOf('electricity'), tv: listOf('tv') }

  async function requireBiller(category: 'electricity' | 'tv', id: string): Promise<Biller> {
    const biller = (await lists[category]()).items.find((each) => each.id === id)
    if (biller === undefined) throw new AppError('biller.unknown', { fields: { biller: 'Choose one from the list' } })
    return biller
  }

  const plans = async (list: PlanList) => plansOf(await deps.plans.readForDisplay(bills.name, list))

  return {
    plans,
    bundles: (network) => plans({ product: 'data', network }),
    billers: async () => ({
      electricity: [...(await lists.electricity()).items],
      tv: [...(await lists.tv()).items],
    }),
    requireBiller,
    tvPlans: async (biller) => {
      const { id } = await requireBiller('tv', biller)
      return await plans({ product: 'tv', biller: id })
    },
  }
}

/** @throws AppError `provider.unavailable` when none are known */
function plansOf(plans: readonly ProviderPlan[] | null): Plan[] {
  if (plans === null) throw new AppError('provider.unavailable')
  return plans.map(({ code, name, amountKobo }) => ({ id: code, name, amountKobo: amountKobo.toString() }))
}
