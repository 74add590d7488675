import type { BillKind } from '#contract/kinds/kinds.ts'
import type { PriceList } from '#contract/prices.ts'
import type { RequestContent } from '#server/identity/operators/requests.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import { pricesInForce, readPricesAt } from '#server/payments/prices/prices-in-force.ts'
import { findUnknownService, parsePriceList, priceListJson } from '#server/platform/config/prices.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { sayLastWeek } from './last-week.ts'
import { readPausable } from './pausable.ts'
import { linesOf, priceChanges } from './price-lines.ts'
import { actsOf, previewVersion, readVersion, type SettingDeps, type VersionedSetting } from './versioned-setting.ts'

/** As many lines as two people can still read. */
const LINES_MAX = 100
/** A service or biller by its provider's name; `*`: all others. */
const SERVICE = /^(\*|[\w-]{1,60})$/

export type UncheckedPrices = {
  /** JSON in the format of PRICE_LIST. */
  readonly uncheckedList: string
  /** Day and time in Lagos; empty: when it is confirmed. */
  readonly uncheckedFrom: string
}

const PRICES: VersionedSetting<PriceList> = {
  name: 'the prices',
  act: 'set-prices',
  prefix: 'prv',
  table: 'price_versions',
  readAt: async (deps, at) => (await readPricesAt(deps, at))?.prices ?? deps.config.prices,
  changesOf: (before, { list = '' }) => priceChanges(before, parseList(list)),
  insert: async (tx, { id, number, startsAt, content, at, setBy, confirmedBy }) =>
    await tx.query(
      `insert into price_versions (id, number, starts_at, list, set_at, set_by, confirmed_by)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, number, startsAt, content.list, at, setBy, confirmedBy],
    ),
}

/**
 * The exact content of a new version of the prices, from what was typed.
 *
 * @throws RefusedError for a list that PRICE_LIST would refuse, a service that is not sold, when nothing changes, and for a time
 *   that has passed
 */
export async function readPrices(deps: SettingDeps, of: UncheckedPrices): Promise<RequestContent> {
  const prices = parseList(of.uncheckedList)
  await refuseUnknown(deps, prices)
  const content = { list: JSON.stringify(priceListJson(prices)) }
  return await readVersion(deps, PRICES, { content, uncheckedFrom: of.uncheckedFrom })
}

function parseList(uncheckedList: string): PriceList {
  let prices: PriceList
  try {
    prices = parsePriceList(JSON.parse(uncheckedList))
  } catch (error) {
    throw new RefusedError(error instanceof SyntaxError ? 'the price list is not JSON' : (error as Error).message)
  }
  const services = Object.values(prices.commissions).flatMap((each) => Object.keys(each))
  const odd = services.find((service) => !SERVICE.test(service))
  if (odd !== undefined) throw new RefusedError('the name of a service has only letters, digits and hyphens')
  if (linesOf(prices).length > LINES_MAX) throw new RefusedError(`a price list has ${LINES_MAX} prices at most`)
  return prices
}

/** Known companies come from the current prices and the last days' orders. No provider is asked, as for a pause. */
async function refuseUnknown(deps: SettingDeps, prices: PriceList): Promise<void> {
  const [{ commissions }, pausable] = await Promise.all([pricesInForce(deps), readPausable(deps)])
  const seen = (kind: BillKind) => [
    ...Object.keys(commissions[kind]),
    ...(pausable.find((each) => each.kind === kind)?.services ?? []).map(({ id }) => id),
  ]
  const unknown = findUnknownService(prices, { electricity: seen('electricity'), tv: seen('tv') })
  if (unknown === null) return
  const { kind, service, known } = unknown
  const others = known.filter((each) => each !== '*')
  const which = others.length === 0 ? 'no order of the last days names one' : `known are ${others.join(', ')}`
  throw new RefusedError(
    `${service} is no service of ${KINDS[kind].plural} that we sell: ${which}, and * for all others`,
  )
}

export const { request: requestPrices, set: setPrices } = actsOf(PRICES, readPrices)

/**
 * Each price that changes, from when, and last week's cost with the new prices, as both operators read it.
 *
 * @throws RefusedError when another version was agreed to in the meantime
 */
export async function previewPrices(deps: SettingDeps, content: RequestContent): Promise<string[]> {
  const { changes, start, now, overtaken } = await previewVersion(deps, PRICES, content)
  return [
    ...changes,
    `It begins ${start}. Existing quotes keep their terms.`,
    ...overtaken,
    ...(await sayLastWeek(deps.database, parseList(content.list ?? ''), now)),
  ]
}
