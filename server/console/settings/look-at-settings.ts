import { PAST_SHOWN, VERSIONS_SHOWN } from '#contract/console/limits.ts'
import { mayMake } from '#contract/console/permissions.ts'
import type {
  BankNamesAnswer,
  ListedLimitVersion,
  ListedNotice,
  ListedPriceVersion,
  ListedVersion,
  SettingsAnswer,
} from '#contract/console/settings.ts'
import { type DailyLimits, FIRST_LIMITS } from '#contract/daily-limits.ts'
import type { BankNotice } from '#contract/installation.ts'
import type { PriceList } from '#contract/prices.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import { listSubjectsWaiting } from '#server/identity/operators/waiting-requests.ts'
import { bankNotices, noticesOfList } from '#server/installation/bank-notices.ts'
import { shownLimits } from '#server/installation/describe-installation.ts'
import {
  type ChannelVersion,
  readChannelVersions,
  readVersionInForce,
} from '#server/installation/settings/channels-in-force.ts'
import { listOpenNotices, listPastNotices, type SetNotice } from '#server/installation/settings/operate-bank-notices.ts'
import { linesOfLimits } from '#server/installation/settings/operate-limits.ts'
import { linesOf } from '#server/installation/settings/price-lines.ts'
import type { BankCatalogue } from '#server/payments/banks/bank-catalogue.ts'
import { readLimitsAt, readLimitVersions } from '#server/payments/limits/limits-in-force.ts'
import { readPricesAt, readPriceVersions } from '#server/payments/prices/prices-in-force.ts'
import { channelTexts } from '#server/platform/config/channels.ts'
import { priceListJson } from '#server/platform/config/prices.ts'
import type { Transaction } from '#server/platform/db/database.ts'

/** Bank notices, channels, prices and limits: current, planned and past. */
export async function lookAtSettings(deps: Deps, session: ConsoleSession): Promise<SettingsAnswer> {
  const { operator: by, where } = session
  const now = deps.clock.now()
  const asked = new Set((await listSubjectsWaiting(deps, ['end-bank-notice'])).map(({ subject }) => subject))
  const mayEnd = mayMake(by.role, 'end-bank-notice')
  return await deps.database.transaction(async (tx) => {
    const open = await listOpenNotices(tx, now)
    const past = await listPastNotices(tx, now, PAST_SHOWN)
    const channels = await channelVersions(tx, deps, now)
    const prices = await priceVersions(tx, deps, now)
    const limits = await limitVersions(tx, now)
    await addAuditLine(tx, deps, { by, where, act: 'look-at-settings' })
    return {
      notices: [
        ...bankNotices(deps, []).map(presentOther),
        ...open.map((notice) => ({ ...presentSet(notice), mayEnd: mayEnd && !asked.has(notice.id) })),
      ],
      past: past.map(presentSet),
      channels,
      prices,
      limits,
      source: `${deps.config.brand} support`,
      maySetNotice: mayMake(by.role, 'set-bank-notice'),
      maySetChannels: mayMake(by.role, 'set-channels'),
      maySetPrices: mayMake(by.role, 'set-prices'),
      maySetLimits: mayMake(by.role, 'set-limits'),
    }
  })
}

function presentOther({ id, bank, meaning, source, at, expiresAt }: BankNotice): ListedNotice {
  return { id, bank, meaning, source, startsAt: at, expiresAt, setBy: null, ended: null, mayEnd: false }
}

function presentSet(notice: SetNotice): ListedNotice {
  const { id, bank, meaning, source, startsAt, expiresAt, endedAt } = notice
  return {
    id,
    bank,
    meaning,
    source,
    startsAt: startsAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    setBy: `${notice.setBy}, ${notice.confirmedBy}`,
    ended: endedAt === null ? null : { at: endedAt.toISOString(), by: `${notice.endedBy}, ${notice.endConfirmedBy}` },
    mayEnd: false,
  }
}

/** What decides a version's state: all versions, the current one, and the time. */
type Among = { readonly versions: readonly Dated[]; readonly inForce: number; readonly now: Date }
/** The fields that all versions share. */
type Dated = Pick<ChannelVersion, 'number' | 'startsAt' | 'setBy' | 'confirmedBy'>
type Present = Omit<ListedVersion, 'texts'>

function presentVersion(version: Dated, among: Among): Present {
  const { number, startsAt, setBy, confirmedBy } = version
  const state = stateOf(version, among)
  return { number, startsAt: startsAt.toISOString(), setBy: `${setBy}, ${confirmedBy}`, state }
}

/** A planned version never starts if a newer one starts at the same time or earlier. */
function stateOf({ number, startsAt }: Dated, { versions, inForce, now }: Among): ListedVersion['state'] {
  if (number === inForce) return 'in force'
  if (startsAt <= now) return 'past'
  const isOvertaken = versions.some((each) => each.number > number && each.startsAt <= startsAt)
  return isOvertaken ? 'never begins' : 'to come'
}

/** The values from before the first version. */
function presentFirst(inForce: number): Present {
  return { number: 0, startsAt: null, setBy: null, state: inForce === 0 ? 'in force' : 'past' }
}

async function channelVersions(tx: Transaction, { config }: Deps, now: Date): Promise<ListedVersion[]> {
  const versions = await readChannelVersions(tx, VERSIONS_SHOWN)
  const inForce = (await readVersionInForce(tx, now))?.number ?? 0
  return [
    ...versions.map((each) => ({
      ...presentVersion(each, { versions, inForce, now }),
      texts: textsOf(each.channels),
    })),
    { ...presentFirst(inForce), texts: textsOf(config.channels) },
  ]
}

async function priceVersions(tx: Transaction, { config }: Deps, now: Date): Promise<ListedPriceVersion[]> {
  const from = { database: tx, config }
  const versions = await readPriceVersions(from, VERSIONS_SHOWN)
  const inForce = (await readPricesAt(from, now))?.number ?? 0
  return [
    ...versions.map((each) => ({
      ...presentVersion(each, { versions, inForce, now }),
      ...presentPrices(each.prices),
    })),
    { ...presentFirst(inForce), ...presentPrices(config.prices) },
  ]
}

function presentPrices(prices: PriceList): Pick<ListedPriceVersion, 'lines' | 'list'> {
  return { lines: linesOf(prices).map(({ what, price }) => ({ what, price })), list: priceListJson(prices) }
}

async function limitVersions(tx: Transaction, now: Date): Promise<ListedLimitVersion[]> {
  const versions = await readLimitVersions(tx, VERSIONS_SHOWN)
  const inForce = (await readLimitsAt(tx, now))?.number ?? 0
  return [
    ...versions.map((each) => ({
      ...presentVersion(each, { versions, inForce, now }),
      ...presentLimits(each.limits),
    })),
    { ...presentFirst(inForce), ...presentLimits(FIRST_LIMITS) },
  ]
}

function presentLimits(limits: DailyLimits): Pick<ListedLimitVersion, 'lines' | 'limits'> {
  return { lines: linesOfLimits(limits), limits: shownLimits(limits) }
}

function textsOf(channels: ChannelVersion['channels']): ListedVersion['texts'] {
  const texts = channelTexts(channels)
  return { ...texts, supportAlways: channels.support.always ? 'true' : 'false' }
}

/**
 * The banks on the provider's list, and its reports about them. @throws AppError provider.unavailable when no list was
 * ever read
 */
export async function lookAtBanks(catalogue: BankCatalogue): Promise<BankNamesAnswer> {
  const banks = (await catalogue.list()).map(({ name }) => name)
  return { banks, reported: noticesOfList(await catalogue.troubles()).map(presentOther) }
}
