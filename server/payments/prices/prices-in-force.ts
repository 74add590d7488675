import type { PriceList } from '#contract/prices.ts'
import type { Deps } from '#server/deps.ts'
import { type PriceListJson, parsePriceList, priceListJson } from '#server/platform/config/prices.ts'
import type { Sql } from '#server/platform/db/database.ts'

/** A version of the prices that two operators agreed to. */
export type PriceVersion = {
  readonly number: number
  readonly startsAt: Date
  readonly setAt: Date
  readonly setBy: string
  readonly confirmedBy: string
  readonly prices: PriceList
}

type Row = Omit<PriceVersion, 'prices'> & { readonly list: PriceListJson }

const SELECT = `select number, starts_at as "startsAt", set_at as "setAt", set_by as "setBy", confirmed_by as "confirmedBy", list
  from price_versions`

type PriceDeps = { readonly database: Sql; readonly config: Pick<Deps['config'], 'prices'> }

/** The newest versions, latest first. */
export async function readPriceVersions({ database, config }: PriceDeps, max: number): Promise<PriceVersion[]> {
  const rows = await database.query<Row>(`${SELECT} order by number desc limit $1`, [max])
  return rows.map((row) => versionOf(row, config.prices))
}

/** The newest version that has begun; null before the first. */
export async function readPricesAt({ database, config }: PriceDeps, at: Date): Promise<PriceVersion | null> {
  const [row] = await database.query<Row>(`${SELECT} where starts_at <= $1 order by number desc limit 1`, [at])
  return row === undefined ? null : versionOf(row, config.prices)
}

/** The prices in force now. Before the first version, the environment's. A quote keeps the prices it was made with. */
export async function pricesInForce(deps: PriceDeps & Pick<Deps, 'clock'>): Promise<PriceList> {
  return (await readPricesAt(deps, deps.clock.now()))?.prices ?? deps.config.prices
}

/** Kinds of bill newer than the version get the environment's prices. */
function versionOf({ list, ...version }: Row, first: PriceList): PriceVersion {
  const { discounts, commissions } = priceListJson(first)
  const whole = {
    ...list,
    discounts: { ...discounts, ...list.discounts },
    commissions: { ...commissions, ...list.commissions },
  }
  return { ...version, prices: parsePriceList(whole) }
}
