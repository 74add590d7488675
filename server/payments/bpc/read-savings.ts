import type { BpcSavingsAnswer } from '#contract/bpc.ts'
import { BPC_SAVINGS_DAYS } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { type OrderKind, orderKind } from '#contract/kinds/kinds.ts'
import type { PriceList } from '#contract/prices.ts'
import { countDays, lagosDay } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import { pricesInForce } from '#server/payments/prices/prices-in-force.ts'

type PricedKind = BpcSavingsAnswer['saved'][number]['kind']
const isPriced = (kind: OrderKind): kind is PricedKind => KINDS[kind].extraKobo !== null
/** The kinds of order that a price list prices. */
const PRICED: readonly PricedKind[] = orderKind.options.filter(isPriced)

/** Payments of the same kind, amount and price, kobo. */
type Alike = {
  readonly kind: PricedKind
  readonly count: number
  readonly amountKobo: bigint
  readonly feeKobo: bigint
  readonly discountKobo: bigint
  /** The provider's charge. A discount never exceeds our margin. */
  readonly costKobo: bigint
}

/**
 * What a bought BPC would have saved on the completed payments of the last BPC_SAVINGS_DAYS Lagos days, today included, at the
 * prices in force now. Payments that ran under a BPC saved already and are not counted.
 */
export async function readSavings(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  userId: UserId,
): Promise<BpcSavingsAnswer> {
  const today = lagosDay(deps.clock.now())
  const [prices, alike, [user]] = await Promise.all([
    pricesInForce(deps),
    deps.database.query<Alike>(
      `select kind, count(*)::int as count, amount_kobo as "amountKobo", fee_kobo as "feeKobo",
         discount_kobo as "discountKobo", cost_kobo as "costKobo"
       from orders
       where user_id = $1 and lagos_day > $2::date - $3::int and state in ('settled', 'late_success')
         and kind = any($4) and price_list = 'standard'
       group by kind, amount_kobo, fee_kobo, discount_kobo, cost_kobo`,
      [userId, today, BPC_SAVINGS_DAYS, PRICED],
    ),
    deps.database.query<{ createdAt: Date }>('select created_at as "createdAt" from users where id = $1', [userId]),
  ])
  const age = user === undefined ? 1 : countDays(lagosDay(user.createdAt), today)
  return { days: Math.min(BPC_SAVINGS_DAYS, age), saved: savedByKind(prices, alike) }
}

/** Savings by kind, largest first. Kinds without a saving are left out. */
function savedByKind(prices: PriceList, alike: readonly Alike[]): BpcSavingsAnswer['saved'] {
  const kinds = Map.groupBy(alike, ({ kind }) => kind)
  return [...kinds]
    .map(([kind, payments]) => {
      const cheaper = payments
        .map((each) => ({ count: each.count, savedKobo: BigInt(each.count) * savedKobo(prices, each) }))
        .filter((each) => each.savedKobo > 0n)
      return {
        kind,
        count: cheaper.reduce((sum, each) => sum + each.count, 0),
        savedKobo: cheaper.reduce((sum, each) => sum + each.savedKobo, 0n),
      }
    })
    .filter((each) => each.count > 0)
    .sort((a, b) => (a.savedKobo > b.savedKobo ? -1 : 1))
    .map((each) => ({ ...each, savedKobo: each.savedKobo.toString() }))
}

/** The saving of a BPC on one of these payments, kobo. Negative if prices have risen since. */
function savedKobo(prices: PriceList, { kind, amountKobo, feeKobo, discountKobo, costKobo }: Alike): bigint {
  // The payment's own commission limits the discount, whatever its service's commission is now.
  const wouldKobo = KINDS[kind].extraKobo?.(prices, 'bpc', { amountKobo, service: '', costKobo }) ?? 0n
  return feeKobo - discountKobo - wouldKobo
}
