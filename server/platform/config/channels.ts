import { z } from 'zod'
import { CHANNEL_NAMES, type ChannelName } from '#contract/console/channel-names.ts'
import { whyRefusedLink, whyRefusedMailbox } from './live-refusals.ts'
import { type ReadAs, readerOf, type SettingRows } from './setting.ts'

const ADDRESS_MAX_LENGTH = 500

/** An https address that people are sent to. With `hosts`, only those hosts, with a path after the host. */
function address(shape: string, hosts?: readonly string[]) {
  return z
    .string()
    .max(ADDRESS_MAX_LENGTH)
    .refine((text) => isAddress(text, hosts), `${shape} is needed`)
}

function isAddress(text: string, hosts: readonly string[] | undefined): boolean {
  // Spaces and line breaks would be dropped silently on the way.
  if (!/^[!-~]+$/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, pathname, username, password } = new URL(text)
  // Text before an @ looks like the host to a person, but is not.
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  return hosts === undefined || (hosts.includes(hostname) && pathname.length > 1)
}

const telegram = address('an address at Telegram, such as https://t.me/your_name,', ['t.me', 'telegram.me'])
const whatsapp = address(
  'an address at WhatsApp, such as https://wa.me/2348031234567 or https://chat.whatsapp.com/…,',
  ['wa.me', 'chat.whatsapp.com', 'whatsapp.com', 'www.whatsapp.com'],
)
const page = address('an https address')
const line = z
  .string()
  .trim()
  .min(2)
  .max(100)
  .regex(/^\P{C}*$/u, 'one line of text is needed')

const NOT_SHOWN = 'Not shown if not set.'
const WRONG_LINKS = ['http://chat.example.ng', 'https://localhost/chat', 'https://10.0.0.7/chat'] as const

/**
 * The settings that say who runs this installation and how to reach them. All are optional; an unset one is not shown.
 */
export const channelSettings = {
  OPERATOR_NAME: {
    type: line,
    target: 'operator',
    meaning: 'Who runs this installation. Users see it.',
    live: {
      why: 'Users are told that the operator is not named, and to find out who it is before they add money.',
      wrong: ['A'],
    },
  },
  OPERATOR_LICENCE: {
    type: line,
    target: 'operator',
    meaning: 'The licence under which the operator holds people’s money. Users see it with the name.',
    live: {
      why: 'Users are told that no licence is named, and to ask for it before they add money.',
      wrong: ['A'],
    },
  },
  SUPPORT_EMAIL: {
    type: z.email('an email address is needed').max(254),
    target: 'channels',
    meaning: 'Shown on the support page; an email address.',
    live: { why: NOT_SHOWN, refuse: whyRefusedMailbox, wrong: ['help', 'help@wallet.local'] },
  },
  SUPPORT_TELEGRAM_URL: {
    type: telegram,
    target: 'channels',
    meaning: 'Shown there too; an https address on `t.me` or `telegram.me`.',
    live: { why: NOT_SHOWN, wrong: ['https://telegram.example.ng/jara'] },
  },
  SUPPORT_WHATSAPP_URL: {
    type: whatsapp,
    target: 'channels',
    meaning: 'Shown there too; an https address on `wa.me` or `whatsapp.com`.',
    live: { why: NOT_SHOWN, wrong: ['https://wa.me'] },
  },
  SUPPORT_LIVE_CHAT_URL: {
    type: page,
    target: 'channels',
    meaning: 'Shown there too; any https address.',
    live: { why: NOT_SHOWN, refuse: whyRefusedLink, wrong: WRONG_LINKS },
  },
  SUPPORT_ALWAYS: {
    type: z.enum(['true', 'false']),
    default: 'false',
    target: 'channels',
    meaning: '`true`: users read "Available 24/7 for your support needs".',
    live: { why: 'No 24-hour support is promised. `true` needs a support channel.', wrong: ['true', 'yes'] },
  },
  COMMUNITY_CHAT_URL: {
    type: page,
    target: 'channels',
    meaning: 'Where this installation’s users meet; any https address.',
    live: { why: NOT_SHOWN, refuse: whyRefusedLink, wrong: WRONG_LINKS },
  },
  COMMUNITY_TELEGRAM_URL: {
    type: telegram,
    target: 'channels',
    meaning: 'Where they meet on Telegram.',
    live: { why: NOT_SHOWN, wrong: ['http://t.me/jara'] },
  },
  COMMUNITY_WHATSAPP_URL: {
    type: whatsapp,
    target: 'channels',
    meaning: 'Where they meet on WhatsApp.',
    live: { why: NOT_SHOWN, wrong: ['http://wa.me/jara'] },
  },
  LINK_CHECK: {
    type: z.enum(['on', 'off']),
    default: 'on',
    target: 'linksToCheck',
    meaning: '`off`: the addresses above are not checked at startup.',
    live: { why: 'A broken link stops the start.', wrong: ['true'] },
  },
} as const satisfies SettingRows
export type ChannelSettings = ReadAs<typeof channelSettings>

/** The same in both modes: no channel's default depends on the mode. */
const reader = readerOf(channelSettings, 'live')

export type Channels = {
  readonly support: {
    readonly email: string | null
    readonly telegram: string | null
    readonly whatsapp: string | null
    readonly liveChat: string | null
    readonly always: boolean
  }
  readonly community: {
    readonly chat: string | null
    readonly telegram: string | null
    readonly whatsapp: string | null
  }
}

/** Who runs this installation, in the operator's words. */
export type Operator = { readonly name: string; readonly licence: string | null }

/** A setting with the address it holds. */
export type Link = { readonly variable: string; readonly url: string }

export function channelsFrom(read: ChannelSettings): Channels {
  return {
    support: {
      email: read.SUPPORT_EMAIL ?? null,
      telegram: read.SUPPORT_TELEGRAM_URL ?? null,
      whatsapp: read.SUPPORT_WHATSAPP_URL ?? null,
      liveChat: read.SUPPORT_LIVE_CHAT_URL ?? null,
      always: read.SUPPORT_ALWAYS === 'true',
    },
    community: {
      chat: read.COMMUNITY_CHAT_URL ?? null,
      telegram: read.COMMUNITY_TELEGRAM_URL ?? null,
      whatsapp: read.COMMUNITY_WHATSAPP_URL ?? null,
    },
  }
}

/** All channels as text: empty means unset, and `supportAlways` is true or false. */
export type ChannelTexts = Readonly<Record<ChannelName, string>>

export function channelTexts({ support, community }: Channels): ChannelTexts {
  return {
    supportEmail: support.email ?? '',
    supportTelegram: support.telegram ?? '',
    supportWhatsapp: support.whatsapp ?? '',
    supportLiveChat: support.liveChat ?? '',
    supportAlways: `${support.always}`,
    communityChat: community.chat ?? '',
    communityTelegram: community.telegram ?? '',
    communityWhatsapp: community.whatsapp ?? '',
  }
}

/** Parses these texts by their variables' rules; returns the channels, or each error with its variable. */
export function parseChannels(
  texts: ChannelTexts,
): { readonly channels: Channels } | { readonly wrong: readonly string[] } {
  const set = Object.entries(CHANNEL_NAMES).flatMap(([name, { variable }]) => {
    const text = texts[name as ChannelName].trim()
    return text === '' ? [] : [[variable, text]]
  })
  const parsed = reader.safeParse(Object.fromEntries(set))
  if (!parsed.success) return { wrong: parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) }
  const wrong = channelContradictions(parsed.data)
  return wrong.length > 0 ? { wrong } : { channels: channelsFrom(parsed.data) }
}

export function operatorFrom(read: ChannelSettings): Operator | null {
  return read.OPERATOR_NAME === undefined ? null : { name: read.OPERATOR_NAME, licence: read.OPERATOR_LICENCE ?? null }
}

/** The links that a start checks: all that are set, unless checking is off. */
export function linksToCheck(read: ChannelSettings): readonly Link[] {
  if (read.LINK_CHECK === 'off') return []
  return Object.entries(read).flatMap(([variable, value]) =>
    Object.hasOwn(channelSettings, variable) && variable.endsWith('_URL') && value !== undefined
      ? [{ variable, url: value }]
      : [],
  )
}

/** Promises that these settings make together and cannot keep, each with its variable's name. */
export function channelContradictions(read: ChannelSettings): string[] {
  const { email, telegram: atTelegram, whatsapp: atWhatsapp, liveChat, always } = channelsFrom(read).support
  const reachable = [email, atTelegram, atWhatsapp, liveChat].some((each) => each !== null)
  return [
    ...(always && !reachable
      ? ['SUPPORT_ALWAYS: somebody who is always there needs a way to be reached: set one of the SUPPORT_… channels']
      : []),
    ...(read.OPERATOR_LICENCE !== undefined && read.OPERATOR_NAME === undefined
      ? ['OPERATOR_LICENCE: a licence is somebody’s: set OPERATOR_NAME too']
      : []),
  ]
}
