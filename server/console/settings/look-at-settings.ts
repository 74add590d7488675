import { mayMake } from '#contract/console/permissions.ts'
import type { BankNamesAnswer, ListedNotice, ListedVersion, SettingsAnswer } from '#contract/console/settings.ts'
import type { BankNotice } from '#contract/installation.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import { listRequests } from '#server/identity/operators/requests.ts'
import { bankNotices, noticesOfList } from '#server/installation/bank-notices.ts'
import {
  type ChannelVersion,
  readChannelVersions,
  readVersionInForce,
} from '#server/installation/settings/channels-in-force.ts'
import { listOpenNotices, listPastNotices, type SetNotice } from '#server/installation/settings/operate-bank-notices.ts'
import type { BankCatalogue } from '#server/payments/banks/bank-catalogue.ts'
import { channelTexts } from '#server/platform/config/channels.ts'

const PAST_SHOWN = 20
const VERSIONS_SHOWN = 20

/** What customers are told of banks and how they reach support: now, to come, and before. */
export async function lookAtSettings(deps: Deps, session: ConsoleSession): Promise<SettingsAnswer> {
  const { operator: by, where } = session
  const now = deps.clock.now()
  const requests = await listRequests(deps)
  const asked = new Set(requests.flatMap(({ act, subject }) => (act === 'end-bank-notice' ? [subject] : [])))
  const mayEnd = mayMake(by.role, 'end-bank-notice')
  return await deps.database.transaction(async (tx) => {
    const open = await listOpenNotices(tx, now)
    const past = await listPastNotices(tx, now, PAST_SHOWN)
    const versions = await readChannelVersions(tx, VERSIONS_SHOWN)
    const inForce = (await readVersionInForce(tx, now))?.number ?? 0
    await addAuditLine(tx, deps, { by, where, act: 'look-at-settings' })
    return {
      notices: [
        ...bankNotices(deps, []).map(presentOther),
        ...open.map((notice) => ({ ...presentSet(notice), mayEnd: mayEnd && !asked.has(notice.id) })),
      ],
      past: past.map(presentSet),
      channels: [
        ...versions.map((each) => presentVersion(each, stateOf(each, { versions, inForce, now }))),
        presentFirst(deps, inForce),
      ],
      source: `${deps.config.brand} support`,
      maySetNotice: mayMake(by.role, 'set-bank-notice'),
      maySetChannels: mayMake(by.role, 'set-channels'),
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

function presentVersion(version: ChannelVersion, state: ListedVersion['state']): ListedVersion {
  const { number, startsAt, setBy, confirmedBy, channels } = version
  return {
    number,
    startsAt: startsAt.toISOString(),
    setBy: `${setBy}, ${confirmedBy}`,
    state,
    texts: textsOf(channels),
  }
}

/** A version that has not begun never does once a newer one begins no later. */
function stateOf(
  { number, startsAt }: ChannelVersion,
  of: { versions: readonly ChannelVersion[]; inForce: number; now: Date },
): ListedVersion['state'] {
  if (number === of.inForce) return 'in force'
  if (startsAt <= of.now) return 'past'
  const isOvertaken = of.versions.some((each) => each.number > number && each.startsAt <= startsAt)
  return isOvertaken ? 'never begins' : 'to come'
}

function presentFirst({ config }: Deps, inForce: number): ListedVersion {
  const state = inForce === 0 ? 'in force' : 'past'
  return { number: 0, startsAt: null, setBy: null, state, texts: textsOf(config.channels) }
}

function textsOf(channels: ChannelVersion['channels']): ListedVersion['texts'] {
  const texts = channelTexts(channels)
  return { ...texts, supportAlways: channels.support.always ? 'true' : 'false' }
}

/** The banks of the provider's list, and what it says of them. @throws AppError provider.unavailable when no list is known */
export async function lookAtBanks(catalogue: BankCatalogue): Promise<BankNamesAnswer> {
  const banks = (await catalogue.list()).map(({ name }) => name)
  return { banks, reported: noticesOfList(await catalogue.troubles()).map(presentOther) }
}
