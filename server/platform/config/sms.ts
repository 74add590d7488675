import { z } from 'zod'
import type { Kobo } from '#contract/money.ts'

/** What an SMS costs its reader where nobody says it: the six naira of the CBN's guide to charges. */
export const SMS_PRICE_OTHERWISE = '600'
const PRICE_MAX_KOBO = 10_000n

/** How text messages leave. Sandbox mode needs none of them: its world takes every SMS. Live mode offers none without them. */
export const smsSettings = {
  /** The address of the account at Termii. */
  TERMII_URL: z.string().max(1_000).refine(isAddress, 'an http or https address is needed').optional(),
  TERMII_API_KEY: z
    .string()
    .regex(/^[!-~]{8,200}$/, '8 to 200 signs without spaces are needed')
    .optional(),
  /** The sender that people see. */
  TERMII_SENDER_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{3,11}$/, '3 to 11 letters and digits are needed')
    .optional(),
  SMS_PRICE_KOBO: z
    .string()
    .default(SMS_PRICE_OTHERWISE)
    .refine(isPrice, `whole kobo from 1 to ${PRICE_MAX_KOBO} are needed`)
    .transform((text) => BigInt(text) as Kobo),
}
type Read = z.infer<z.ZodObject<typeof smsSettings>>

/** Where text messages are handed over, and what each costs its reader. */
export type SmsSettings = {
  readonly provider: 'termii'
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly senderId: string
  readonly priceKobo: Kobo
}

/** What the sandbox world accepts. Public on purpose; live mode refuses the key. */
export const SANDBOX_TERMII = { apiKey: 'jara_sandbox_termii_key', senderId: 'Jara' } as const

/** Null: text messages are not offered. `sandboxUrl`: where the sandbox world is; null in live mode. */
export function smsFrom(read: Read, sandboxUrl: string | null): SmsSettings | null {
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
