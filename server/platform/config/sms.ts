import { z } from 'zod'
import type { Kobo } from '#contract/money.ts'
import { whyRefusedWebhook, whyTheSandboxes } from './live-refusals.ts'
import { type Sandbox, sandboxUrlOf } from './sandbox.ts'
import type { ReadAs, SettingRows } from './setting.ts'

const PRICE_MAX_KOBO = 10_000n

/** What the sandbox world accepts. Public on purpose; live mode refuses the key. */
export const SANDBOX_TERMII = { apiKey: 'jara_sandbox_termii_key', senderId: 'Jara' } as const

const TEXTERS = ['all', 'web', 'worker'] as const
const SANDBOXES = 'the sandbox’s; in live mode none, and no SMS'

/**
 * How text messages are sent. Sandbox mode needs none of these: its world takes every SMS. Live mode offers no SMS
 * without them.
 */
export const smsSettings = {
  TERMII_URL: {
    type: z.string().max(1_000).refine(isAddress, 'an http or https address is needed'),
    target: 'sms',
    meaning: 'The address of the account at Termii, which sends [SMS alerts](../operate/push-and-sms.md#sms-alerts).',
    unset: SANDBOXES,
    live: {
      readBy: TEXTERS,
      why: 'SMS alerts are not offered. The address of your account at Termii; with `TERMII_API_KEY` and `TERMII_SENDER_ID` or not at all.',
      refuse: whyRefusedWebhook,
      wrong: [
        'http://v3.api.termii.com',
        'https://localhost/termii',
        'http://localhost:3001/termii',
        'v3.api.termii.com',
      ],
    },
  },
  TERMII_API_KEY: {
    type: z.string().regex(/^[!-~]{8,200}$/, '8 to 200 signs without spaces are needed'),
    secret: true,
    sharedWithSandbox: true,
    target: 'sms',
    meaning: 'The key of that account.',
    unset: SANDBOXES,
    live: {
      readBy: TEXTERS,
      why: 'As `TERMII_URL`. A web process sends the codes that prove numbers, a worker the alerts.',
      refuse: whyTheSandboxes(SANDBOX_TERMII.apiKey),
      wrong: [SANDBOX_TERMII.apiKey, 'short'],
    },
  },
  TERMII_SENDER_ID: {
    type: z.string().regex(/^[A-Za-z0-9]{3,11}$/, '3 to 11 letters and digits are needed'),
    sharedWithSandbox: true,
    target: 'sms',
    meaning: 'The sender that people see.',
    unset: SANDBOXES,
    live: {
      readBy: TEXTERS,
      why: 'As `TERMII_URL`. The sender that Termii has approved for you.',
      wrong: ['ab', 'longerthan11', 'My-Wallet'],
    },
  },
  SMS_PRICE_KOBO: {
    type: z
      .string()
      .refine(isPrice, `whole kobo from 1 to ${PRICE_MAX_KOBO} are needed`)
      .transform((text) => BigInt(text) as Kobo),
    /** The six naira of the CBN's guide to charges. */
    default: '600',
    target: 'sms',
    meaning: 'What an SMS alert costs the customer, kobo.',
    live: { why: 'Six naira. Customers see the price before they say yes.', wrong: ['0', '6.00', '10001'] },
  },
} as const satisfies SettingRows
type Read = ReadAs<typeof smsSettings>

/** The SMS provider, and what each message costs its reader. */
export type SmsSettings = {
  readonly provider: 'termii'
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly senderId: string
  readonly priceKobo: Kobo
}

/** Null: text messages are not offered. */
export function smsFrom(read: Read & Sandbox): SmsSettings | null {
  const sandboxUrl = sandboxUrlOf(read)
  const baseUrl = read.TERMII_URL ?? (sandboxUrl === null ? undefined : `${sandboxUrl}/termii`)
  const apiKey = read.TERMII_API_KEY ?? (sandboxUrl === null ? undefined : SANDBOX_TERMII.apiKey)
  const senderId = read.TERMII_SENDER_ID ?? (sandboxUrl === null ? undefined : SANDBOX_TERMII.senderId)
  if (baseUrl === undefined || apiKey === undefined || senderId === undefined) return null
  return { provider: 'termii', baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, senderId, priceKobo: read.SMS_PRICE_KOBO }
}

const TOGETHER = ['TERMII_URL', 'TERMII_API_KEY', 'TERMII_SENDER_ID'] as const

/** Live mode sends with all three or offers no SMS: one alone would look as if it were on. */
export function smsContradictions(read: Partial<Read> & { readonly JARA_MODE: string }): string[] {
  if (read.JARA_MODE !== 'live') return []
  const missing = TOGETHER.filter((name) => read[name] === undefined)
  if (missing.length === 0 || missing.length === TOGETHER.length) return []
  return TOGETHER.filter((name) => read[name] !== undefined).map((name) => `${name}: set ${missing.join(' and ')} too`)
}

function isAddress(text: string): boolean {
  if (!/^[!-~]+$/.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === '' && search === '' && hash === ''
}

function isPrice(text: string): boolean {
  return /^[1-9]\d{0,5}$/.test(text) && BigInt(text) <= PRICE_MAX_KOBO
}
