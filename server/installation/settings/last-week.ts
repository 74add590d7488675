import { type OrderKind, orderKind } from '#contract/kinds/kinds.ts'
import { formatNaira, kobo } from '#contract/money.ts'
import type { PriceList, PriceListName } from '#contract/prices.ts'
import { DAY_MS, nextLagosMidnight } from '#contract/time.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { idsFrom } from '#server/platform/ids.ts'

const WEEK_DAYS = 7
const PRICED: readonly OrderKind[] = orderKind.options.filter((kind) => KINDS[kind].extraKobo !== null)

/** Orders of one kind, list, service and amount. Kobo. */
type Group = {
  readonly kind: OrderKind
  readonly list: PriceListName
  readonly service: string
  readonly amountKobo: bigint
  readonly orders: number
  readonly dutyKobo: bigint
  readonly paidKobo: bigint
}

/** What customers paid for orders of a kind, and what the same orders would have cost. Kobo. */
type Compared = { readonly orders: number; readonly paidKobo: bigint; readonly wouldKobo: bigint }

/**
 * The cost of the paid orders of the seven whole days before today under these prices, one line per kind. Whole days, so that two
 * operators read the same.
 */
export async function sayLastWeek(sql: Sql, prices: PriceList, now: Date): Promise<string[]> {
  const groups = await readWeek(sql, now)
  if (groups.length === 0) return ['No order affected by these prices was paid in the seven days before today.']
  const lines = PRICED.flatMap((kind) => {
    const found = groups.filter((group) => group.kind === kind)
    return found.length === 0 ? [] : [sayCompared(KINDS[kind].plural, compare(found, prices))]
  })
  return [
    'The orders of the seven days before today would have cost customers:',
    ...lines,
    sayCompared('in total', compare(groups, prices)),
  ]
}

/** The seven whole days in Lagos before today. */
export function lastWeekOf(now: Date): { readonly from: Date; readonly until: Date } {
  const until = new Date(nextLagosMidnight(now).getTime() - DAY_MS)
  return { from: new Date(until.getTime() - WEEK_DAYS * DAY_MS), until }
}

async function readWeek(sql: Sql, now: Date): Promise<Group[]> {
  const { from, until } = lastWeekOf(now)
  return await sql.query<Group>(
    `select kind, price_list as list, amount_kobo as "amountKobo", count(*)::int as orders,
       coalesce(recipient ->> 'network', recipient ->> 'biller', recipient ->> 'exam', '') as service,
       sum(duty_kobo)::bigint as "dutyKobo", sum(total_kobo)::bigint as "paidKobo"
     from orders where id >= $1 and id < $2 and kind = any($3) and state in ('settled', 'late_success')
     group by kind, price_list, amount_kobo, service`,
    [idsFrom('ord', from), idsFrom('ord', until), PRICED],
  )
}

function compare(groups: readonly Group[], prices: PriceList): Compared {
  return groups.reduce<Compared>(
    (sum, group) => ({
      orders: sum.orders + group.orders,
      paidKobo: sum.paidKobo + group.paidKobo,
      wouldKobo: sum.wouldKobo + costOf(group, prices),
    }),
    { orders: 0, paidKobo: 0n, wouldKobo: 0n },
  )
}

/** Priced one by one, because each is rounded separately. */
function costOf({ kind, list, service, amountKobo, orders, dutyKobo }: Group, prices: PriceList): bigint {
  const extraKobo = KINDS[kind].extraKobo?.(prices, list, { amountKobo, service, costKobo: null }) ?? 0n
  return BigInt(orders) * (amountKobo + extraKobo) + dutyKobo
}

function sayCompared(what: string, { orders, paidKobo, wouldKobo }: Compared): string {
  const more = wouldKobo - paidKobo
  const difference =
    more === 0n ? 'the same' : `${formatNaira(kobo(more < 0n ? -more : more))} ${more < 0n ? 'less' : 'more'}`
  const count = orders === 1 ? 'one order' : `${orders} orders`
  return `${what}, ${count}: ${formatNaira(kobo(wouldKobo))} instead of ${formatNaira(kobo(paidKobo))}, ${difference}`
}
