import { z } from 'zod'
import { isWeak } from '#server/platform/crypto/secret.ts'

/** Every provider there is an adapter for, and what it does. */
const PROVIDERS = { paystack: 'payments', vtpass: 'bills' } as const

export type ProviderName = keyof typeof PROVIDERS

/** What is configured where nobody says it. */
export const PROVIDERS_OTHERWISE = 'paystack,vtpass'

/** Which providers there are, where they are, and the keys they know this installation by. Sandbox mode needs no keys. */
export const providerSettings = {
  /** Names, separated by commas. Of each kind the first is for what is new; every other one is for what was begun with it. */
  PROVIDERS: z.string().default(PROVIDERS_OTHERWISE).transform(providersIn),
  PAYSTACK_BASE_URL: z.url().optional(),
  PAYSTACK_SECRET_KEY: z.string().min(8).optional(),
  VTPASS_BASE_URL: z.url().optional(),
  VTPASS_API_KEY: z.string().min(8).optional(),
  VTPASS_PUBLIC_KEY: z.string().startsWith('PK_').optional(),
  VTPASS_SECRET_KEY: z.string().startsWith('SK_').optional(),
  /** The last part of the address VTpass calls back: its callbacks carry no signature. */
  VTPASS_CALLBACK_SECRET: z
    .string()
    .regex(/^[A-Za-z0-9_-]{20,100}$/, '20 to 100 letters, digits, - or _')
    .optional(),
}
type Read = z.infer<z.ZodObject<typeof providerSettings>>

export type PaystackSettings = { readonly baseUrl: string; readonly secretKey: string }
export type VtpassSettings = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly publicKey: string
  readonly secretKey: string
  readonly callbackSecret: string
}

/** The key the sandbox world accepts. Public on purpose; live mode refuses every `sk_test_` key. */
export const SANDBOX_PAYSTACK_KEY = 'sk_test_jara_sandbox_world'
/** As above, for VTpass. */
export const SANDBOX_VTPASS = {
  apiKey: 'jara_sandbox_vtpass_key',
  publicKey: 'PK_jara_sandbox',
  secretKey: 'SK_jara_sandbox',
  callbackSecret: 'jara-sandbox-callback',
} as const

export const PAYSTACK_LIVE_URL = 'https://api.paystack.co'
export const VTPASS_LIVE_URLS = ['https://vtpass.com/api', 'https://api-service.vtpass.com/api'] as const
/** Of 64 different signs each, more than 128 bits. */
const CALLBACK_LENGTH_MIN = 22

/** `sandboxUrl`: where the sandbox world is; null in live mode, which reaches the provider itself. */
export function paystackFrom(read: Read, sandboxUrl: string | null): PaystackSettings {
  const otherwise = sandboxUrl === null ? PAYSTACK_LIVE_URL : `${sandboxUrl}/paystack`
  return {
    baseUrl: withoutSlash(read.PAYSTACK_BASE_URL ?? otherwise),
    secretKey: read.PAYSTACK_SECRET_KEY ?? SANDBOX_PAYSTACK_KEY,
  }
}

/** As paystackFrom. */
export function vtpassFrom(read: Read, sandboxUrl: string | null): VtpassSettings {
  const otherwise = sandboxUrl === null ? VTPASS_LIVE_URLS[0] : `${sandboxUrl}/vtpass/api`
  return {
    baseUrl: withoutSlash(read.VTPASS_BASE_URL ?? otherwise),
    apiKey: read.VTPASS_API_KEY ?? SANDBOX_VTPASS.apiKey,
    publicKey: read.VTPASS_PUBLIC_KEY ?? SANDBOX_VTPASS.publicKey,
    secretKey: read.VTPASS_SECRET_KEY ?? SANDBOX_VTPASS.secretKey,
    callbackSecret: read.VTPASS_CALLBACK_SECRET ?? SANDBOX_VTPASS.callbackSecret,
  }
}

/** What live mode says of an address it does not call; null for one of `urls`. */
export function whyRefusedProvider(url: string, urls: readonly string[]): string | null {
  return urls.includes(withoutSlash(url)) ? null : `live mode speaks to ${urls.join(' or ')} only`
}

/** What live mode says of a callback's secret that could be found by trying; null for a good one. */
export function whyRefusedCallback(secret: string): string | null {
  if (secret === SANDBOX_VTPASS.callbackSecret) return 'live mode needs your own'
  return secret.length < CALLBACK_LENGTH_MIN || isWeak(secret)
    ? `live mode needs ${CALLBACK_LENGTH_MIN} or more random letters and digits`
    : null
}

function providersIn(text: string, context: z.RefinementCtx): readonly ProviderName[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !isProvider(name))
  if (unknown !== undefined) context.addIssue(`"${unknown}" is no provider: ${Object.keys(PROVIDERS).join(', ')}`)
  if (new Set(names).size < names.length) context.addIssue('each provider once')
  for (const kind of new Set(Object.values(PROVIDERS))) {
    if (!names.some((name) => isProvider(name) && PROVIDERS[name] === kind))
      context.addIssue(`one for ${kind} is needed`)
  }
  return names.filter(isProvider)
}

function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(PROVIDERS, name)
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
