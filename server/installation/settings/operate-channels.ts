import { CHANNEL_NAMES, type ChannelName } from '#contract/console/channel-names.ts'
import type { OperatorRequestId } from '#contract/ids.ts'
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
import { type Channels, channelTexts, parseChannels } from '#server/platform/config/channels.ts'
import { isSqlError, type Transaction } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { readChannelVersions, readVersionInForce } from './channels-in-force.ts'
import { lagosMoment, readStart, startOf } from './read-setting.ts'

type ChannelDeps = Pick<Deps, 'clock' | 'config' | 'database'>

export type UncheckedChannels = {
  /** All channels; an empty one is not set. */
  readonly uncheckedTexts: Readonly<Record<ChannelName, string>>
  /** Day and time in Lagos; empty: when it is confirmed. */
  readonly uncheckedFrom: string
}

/** How many versions are searched for those that have not begun. */
const VERSIONS_MAX = 50
const NAMES = Object.keys(CHANNEL_NAMES) as readonly ChannelName[]

/**
 * The exact content of a new version of the channels, from what was typed.
 *
 * @throws RefusedError for values that the environment's variables would refuse, when nothing changes, and for a time that has passed
 */
export async function readChannels(deps: ChannelDeps, of: UncheckedChannels): Promise<RequestContent> {
  const parsed = parseChannels(of.uncheckedTexts)
  if ('wrong' in parsed) throw new RefusedError(parsed.wrong.map(inWords).join('; '))
  const now = deps.clock.now()
  const from = readStart(of.uncheckedFrom, now)
  const { newest, before, overtaken } = await readOthers(deps, from ?? now)
  const content = { ...channelTexts(parsed.channels), from: from?.toISOString() ?? '', replaces: `${newest}` }
  if (changesOf(before, content).length === 0 && overtaken.length === 0) throw new RefusedError('nothing would change')
  return content
}

/** The variable's name as operators know it from the form. */
function inWords(problem: string): string {
  const [variable = '', ...rest] = problem.split(': ')
  const name = NAMES.find((each) => CHANNEL_NAMES[each].variable === variable)
  return `${name === undefined ? variable : CHANNEL_NAMES[name].name}: ${rest.join(': ')}`
}

type Others = {
  /** The number of the newest version; 0 is the environment. */
  readonly newest: number
  /** The channels that would be in force otherwise. */
  readonly before: Channels
  /** The start times of planned versions that would never begin then. */
  readonly overtaken: readonly Date[]
}

/** The other versions relevant to one that begins then. */
async function readOthers({ database, clock, config }: ChannelDeps, startsAt: Date): Promise<Others> {
  const versions = await readChannelVersions(database, VERSIONS_MAX)
  const now = clock.now()
  const overtaken = versions.map((each) => each.startsAt).filter((at) => at > now && at >= startsAt)
  const before = (await readVersionInForce(database, startsAt))?.channels ?? config.channels
  return { newest: versions[0]?.number ?? 0, before, overtaken }
}

function changesOf(before: Channels, content: RequestContent): string[] {
  const old = channelTexts(before)
  return NAMES.filter((name) => old[name] !== content[name]).map(
    (name) => `${CHANNEL_NAMES[name].name}: ${sayText(old[name])} → ${sayText(content[name])}`,
  )
}

function sayText(text: string | undefined): string {
  if (text === undefined || text === '') return 'none'
  return text === 'true' ? 'yes' : text === 'false' ? 'no' : text
}

/**
 * Requests new channels. Another operator has to confirm it.
 *
 * @throws RefusedError as readChannels
 */
export async function requestChannels(
  deps: ChannelDeps & Pick<Deps, 'newId'>,
  of: UncheckedChannels & HowDecided & { by: ProvenOperator },
): Promise<OperatorRequestId> {
  const { by, where = IN_TERMINAL, evidence } = of
  const content = await readChannels(deps, of)
  const subject = deps.newId('chv')
  return await deps.database.transaction(async (tx) => {
    const id = await requestAct(tx, deps, { act: 'set-channels', subject, content, by, evidence })
    await addAuditLine(tx, deps, { by, where, act: 'request-set-channels', subject, after: { request: id } })
    return id
  })
}

/**
 * Each channel that changes, and from when, as both operators read it.
 *
 * @throws RefusedError when another version was agreed to in the meantime
 */
export async function foreseeChannels(deps: ChannelDeps, content: RequestContent): Promise<string[]> {
  const now = deps.clock.now()
  const startsAt = startOf(content.from, now)
  const { newest, before, overtaken } = await readOthers(deps, startsAt)
  refuseOther(content, newest)
  return [
    ...changesOf(before, content),
    startsAt <= now
      ? 'Customers see it as soon as it is confirmed.'
      : `Customers see it from ${lagosMoment(startsAt)} on.`,
    ...overtaken.map((at) => `The version planned for ${lagosMoment(at)} never begins.`),
  ]
}

function refuseOther({ replaces }: RequestContent, newest: number): void {
  if (replaces !== `${newest}`)
    throw new RefusedError('the channels have changed since this was requested: look at them, and ask again')
}

/**
 * Sets the channels that another operator requested.
 *
 * @throws RefusedError as confirmRequest, and when another version was agreed to in the meantime
 */
export async function setChannels(deps: Pick<Deps, 'clock' | 'database'>, of: Confirmation): Promise<void> {
  const { request, by, where = IN_TERMINAL } = of
  const { subject, content } = request
  await deps.database.transaction(async (tx) => {
    const at = deps.clock.now()
    await confirmRequest(tx, { ...of, at })
    const [newest] = await readChannelVersions(tx, 1)
    refuseOther(content, newest?.number ?? 0)
    const startsAt = startOf(content.from, at)

    await insertVersion(tx, { id: subject, content, setBy: request.requestedBy, confirmedBy: by.name, at, startsAt })
    const after = { request: request.id, from: startsAt.toISOString() }
    await addAuditLine(tx, deps, { by, where, act: 'set-channels', subject, after })
  })
}

type NewVersion = {
  readonly id: string
  readonly content: RequestContent
  readonly setBy: string
  readonly confirmedBy: string
  readonly at: Date
  readonly startsAt: Date
}

async function insertVersion(tx: Transaction, of: NewVersion): Promise<void> {
  const { content } = of
  const orNull = (name: ChannelName) => content[name] || null
  await tx
    .query(
      `insert into channel_versions (id, number, starts_at, support_email, support_telegram, support_whatsapp,
         support_live_chat, support_always, community_chat, community_telegram, community_whatsapp, set_at, set_by, confirmed_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        of.id,
        Number(content.replaces) + 1,
        of.startsAt,
        orNull('supportEmail'),
        orNull('supportTelegram'),
        orNull('supportWhatsapp'),
        orNull('supportLiveChat'),
        content.supportAlways === 'true',
        orNull('communityChat'),
        orNull('communityTelegram'),
        orNull('communityWhatsapp'),
        of.at,
        of.setBy,
        of.confirmedBy,
      ],
    )
    .catch((error: unknown) => {
      // Another one was agreed to at the same moment.
      if (isSqlError(error, '23505', 'channel_versions_number')) refuseOther(content, -1)
      throw error
    })
}
