import { CHANNEL_NAMES, type ChannelName } from '#contract/console/channel-names.ts'
import { lagosMoment } from '#contract/time.ts'
import type { RequestContent } from '#server/identity/operators/requests.ts'
import { type Channels, channelTexts, parseChannels } from '#server/platform/config/channels.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { readVersionInForce } from './channels-in-force.ts'
import {
  actsOf,
  type NewVersion,
  previewVersion,
  readVersion,
  type SettingDeps,
  type VersionedSetting,
} from './versioned-setting.ts'

export type UncheckedChannels = {
  /** All channels; an empty one is not set. */
  readonly uncheckedTexts: Readonly<Record<ChannelName, string>>
  /** Day and time in Lagos; empty: when it is confirmed. */
  readonly uncheckedFrom: string
}

const NAMES = Object.keys(CHANNEL_NAMES) as readonly ChannelName[]

const CHANNELS: VersionedSetting<Channels> = {
  name: 'the channels',
  act: 'set-channels',
  prefix: 'chv',
  table: 'channel_versions',
  readAt: async ({ database, config }, at) => (await readVersionInForce(database, at))?.channels ?? config.channels,
  changesOf,
  insert: insertVersion,
}

/**
 * The exact content of a new version of the channels, from what was typed.
 *
 * @throws RefusedError for values that the environment's variables would refuse, when nothing changes, and for a time that has passed
 */
export async function readChannels(deps: SettingDeps, of: UncheckedChannels): Promise<RequestContent> {
  const parsed = parseChannels(of.uncheckedTexts)
  if ('wrong' in parsed) throw new RefusedError(parsed.wrong.map(inWords).join('; '))
  const content = channelTexts(parsed.channels)
  return await readVersion(deps, CHANNELS, { content, uncheckedFrom: of.uncheckedFrom })
}

/** The variable's name as operators know it from the form. */
function inWords(problem: string): string {
  const [variable = '', ...rest] = problem.split(': ')
  const name = NAMES.find((each) => CHANNEL_NAMES[each].variable === variable)
  return `${name === undefined ? variable : CHANNEL_NAMES[name].name}: ${rest.join(': ')}`
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

export const { request: requestChannels, set: setChannels } = actsOf(CHANNELS, readChannels)

/**
 * Each channel that changes, and from when, as both operators read it.
 *
 * @throws RefusedError when another version was agreed to in the meantime
 */
export async function previewChannels(deps: SettingDeps, content: RequestContent): Promise<string[]> {
  const { changes, startsAt, now, overtaken } = await previewVersion(deps, CHANNELS, content)
  return [
    ...changes,
    startsAt <= now
      ? 'Customers see it as soon as it is confirmed.'
      : `Customers see it from ${lagosMoment(startsAt)} on.`,
    ...overtaken,
  ]
}

async function insertVersion(tx: Transaction, of: NewVersion): Promise<void> {
  const { content } = of
  const orNull = (name: ChannelName) => content[name] || null
  await tx.query(
    `insert into channel_versions (id, number, starts_at, support_email, support_telegram, support_whatsapp,
       support_live_chat, support_always, community_chat, community_telegram, community_whatsapp, set_at, set_by, confirmed_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      of.id,
      of.number,
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
}
