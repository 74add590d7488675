import type { OperatorRequestId } from '#contract/ids.ts'
import type { PriceList } from '#contract/prices.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine, IN_TERMINAL } from '#server/identity/operators/audit-lines.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import {
  type Confirmation,
  confirmRequest,
  type HowDecided,
  type RequestContent,
  requestAct,
} from '#server/identity/operators/requests.ts'
import { readPricesAt, readPriceVersions } from '#server/payments/prices/prices-in-force.ts'
import { parsePriceList, priceListJson } from '#server/platform/config/prices.ts'
import { isSqlError } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { sayLastWeek } from './last-week.ts'
import { linesOf, priceChanges } from './price-lines.ts'
import { lagosMoment, readStart, startOf } from './read-setting.ts'

type PriceDeps = Pick<Deps, 'clock' | 'config' | 'database'>

/** How many versions are searched for those that have not begun. */
const VERSIONS_MAX = 50
/** As many as two people can still read. */
const LINES_MAX = 100
/** A service or biller by its provider's name; `*`: all others. */
const SERVICE = /^(\*|[\w-]{1,60})$/

export type UncheckedPrices = {
  /** JSON in the format of PRICE_LIST. */
  readonly uncheckedList: string
  /** Day and time in Lagos; empty: when it is confirmed. */
  readonly uncheckedFrom: string
}

/**
 * The exact content of a new version of the prices, from what was typed.
 *
 * @throws RefusedError for a list that PRICE_LIST would refuse, when nothing changes, and for a time that has passed
 */
export async function readPrices(deps: PriceDeps, of: UncheckedPrices): Promise<RequestContent> {
  const prices = parseList(of.uncheckedList)
  const now = deps.clock.now()
  const from = readStart(of.uncheckedFrom, now)
  const { newest, before, overtaken } = await readOthers(deps, from ?? now)
  if (priceChanges(before, prices).length === 0 && overtaken.length === 0)
    throw new RefusedError('nothing would change')
  return {
    list: JSON.stringify(priceListJson(prices)),
    from: from?.toISOString() ?? '',
    replaces: `${newest}`,
  }
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
  if (linesOf(prices).size > LINES_MAX) throw new RefusedError(`a price list has ${LINES_MAX} prices at most`)
  return prices
}

type Others = {
  /** The number of the newest version; 0 is the environment. */
  readonly newest: number
  /** The prices that would be in force otherwise. */
  readonly before: PriceList
  /** The start times of planned versions that would never begin then. */
  readonly overtaken: readonly Date[]
}

/** The other versions relevant to one that begins then. */
async function readOthers(deps: PriceDeps, startsAt: Date): Promise<Others> {
  const versions = await readPriceVersions(deps, VERSIONS_MAX)
  const now = deps.clock.now()
  const overtaken = versions.map((each) => each.startsAt).filter((at) => at > now && at >= startsAt)
  const before = (await readPricesAt(deps, startsAt))?.prices ?? deps.config.prices
  return { newest: versions[0]?.number ?? 0, before, overtaken }
}

/**
 * Requests new prices. Another operator has to confirm it.
 *
 * @throws RefusedError as readPrices
 */
export async function requestPrices(
  deps: PriceDeps & Pick<Deps, 'newId'>,
  of: UncheckedPrices & HowDecided & { by: ProvenOperator },
): Promise<OperatorRequestId> {
  const { by, where = IN_TERMINAL, evidence } = of
  const content = await readPrices(deps, of)
  const subject = deps.newId('prv')
  return await deps.database.transaction(async (tx) => {
    const id = await requestAct(tx, deps, { act: 'set-prices', subject, content, by, evidence })
    await addAuditLine(tx, deps, { by, where, act: 'request-set-prices', subject, after: { request: id } })
    return id
  })
}

/**
 * Each price that changes, from when, and last week's cost with the new prices, as both operators read it.
 *
 * @throws RefusedError when another version was agreed to in the meantime
 */
export async function foreseePrices(deps: PriceDeps, content: RequestContent): Promise<string[]> {
  const now = deps.clock.now()
  const startsAt = startOf(content.from, now)
  const { newest, before, overtaken } = await readOthers(deps, startsAt)
  refuseOther(content, newest)
  const prices = parseList(content.list ?? '')
  const start = startsAt <= now ? 'when it is confirmed' : lagosMoment(startsAt)
  return [
    ...priceChanges(before, prices),
    `It begins ${start}. Existing quotes keep their terms.`,
    ...overtaken.map((at) => `The version planned for ${lagosMoment(at)} never begins.`),
    ...(await sayLastWeek(deps.database, prices, now)),
  ]
}

function refuseOther({ replaces }: RequestContent, newest: number): void {
  if (replaces !== `${newest}`)
    throw new RefusedError('the prices have changed since this was requested: look at them, and ask again')
}

/**
 * Sets the prices that another operator requested.
 *
 * @throws RefusedError as confirmRequest, and when another version was agreed to in the meantime
 */
export async function setPrices(deps: PriceDeps, of: Confirmation): Promise<void> {
  const { request, by, where = IN_TERMINAL } = of
  const { subject, content } = request
  await deps.database.transaction(async (tx) => {
    const at = deps.clock.now()
    await confirmRequest(tx, { ...of, at })
    const [newest] = await readPriceVersions({ database: tx, config: deps.config }, 1)
    refuseOther(content, newest?.number ?? 0)
    const startsAt = startOf(content.from, at)
    await tx
      .query(
        `insert into price_versions (id, number, starts_at, list, set_at, set_by, confirmed_by)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [subject, Number(content.replaces) + 1, startsAt, content.list, at, request.requestedBy, by.name],
      )
      .catch((error: unknown) => {
        // Another one was agreed to at the same moment.
        if (isSqlError(error, '23505', 'price_versions_number')) refuseOther(content, -1)
        throw error
      })
    const after = { request: request.id, from: startsAt.toISOString() }
    await addAuditLine(tx, deps, { by, where, act: 'set-prices', subject, after })
  })
}
