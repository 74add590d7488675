import { z } from 'zod'
import { isWeak } from '#server/platform/crypto/secret.ts'
import { whyTheSandboxes } from './live-refusals.ts'
import { type Sandbox, sandboxUrlOf } from './sandbox.ts'
import { EVERYBODY, type Mode, type ReadAs, type SettingRows } from './setting.ts'

/** Every provider with an adapter, and what it does. */
const PROVIDERS = { paystack: 'payments', vtpass: 'bills' } as const

export type ProviderName = keyof typeof PROVIDERS

/** The key the sandbox world accepts. Public on purpose; live mode refuses every `sk_test_` key. */
export const SANDBOX_PAYSTACK_KEY = 'sk_test_jara_sandbox_world'
/** The same for VTpass. */
export const SANDBOX_VTPASS = {
  apiKey: 'jara_sandbox_vtpass_key',
  publicKey: 'PK_jara_sandbox',
  secretKey: 'SK_jara_sandbox',
  callbackSecret: 'jara-sandbox-callback',
} as const

const PAYSTACK_LIVE_URL = 'https://api.paystack.co'
const VTPASS_LIVE_URLS = ['https://vtpass.com/api', 'https://api-service.vtpass.com/api'] as const

const SANDBOXES = 'the sandbox’s'

/** The providers in use, their addresses and our keys. Sandbox mode needs no keys. */
export const providerSettings = {
  PROVIDERS: {
    type: z.string().transform(providersIn),
    default: 'paystack,vtpass',
    target: 'providers',
    meaning:
      'The providers in use, separated by commas, in order of preference: the first of each kind handles everything new, the others what was begun with them. [Taking a provider out of use](../operate/provider-out-of-use.md).',
    live: {
      why: 'The first of each kind handles everything new. What was begun with a missing one waits.',
      wrong: ['flutterwave,vtpass', 'paystack', 'paystack,paystack,vtpass'],
    },
  },
  PAYSTACK_SECRET_KEY: {
    type: z.string().min(8),
    secret: true,
    sharedWithSandbox: true,
    target: 'paystack',
    meaning: '`sk_live_…` in live mode.',
    unset: SANDBOXES,
    live: {
      neededBy: EVERYBODY,
      needs: 'a live key',
      why: 'Money moves only at Paystack.',
      refuse: (key: string) => (isLiveKey(key) ? null : 'live mode needs a live key'),
      wrong: [SANDBOX_PAYSTACK_KEY, 'sk_test_0123456789'],
    },
  },
  PAYSTACK_BASE_URL: {
    type: z.url(),
    default: { live: PAYSTACK_LIVE_URL },
    target: 'paystack',
    meaning: 'Where Paystack is. Live mode accepts no other address than this one.',
    live: {
      why: 'Paystack has no other.',
      refuse: (url: string) => whyRefusedProvider(url, [PAYSTACK_LIVE_URL]),
      wrong: ['http://api.paystack.co', 'http://localhost:3001/paystack', 'https://api.paystack.co.example.ng'],
    },
  },
  VTPASS_API_KEY: {
    type: z.string().min(8),
    secret: true,
    sharedWithSandbox: true,
    target: 'vtpass',
    meaning: 'The key of the bills provider, sent with every call.',
    unset: SANDBOXES,
    live: {
      neededBy: EVERYBODY,
      needs: 'your own',
      why: 'Bills are bought only at VTpass.',
      refuse: whyTheSandboxes(SANDBOX_VTPASS.apiKey),
      wrong: [SANDBOX_VTPASS.apiKey, 'short'],
    },
  },
  VTPASS_PUBLIC_KEY: {
    type: z.string().startsWith('PK_'),
    secret: true,
    sharedWithSandbox: true,
    target: 'vtpass',
    meaning: 'Its key for reading, `PK_…`.',
    unset: SANDBOXES,
    live: {
      neededBy: EVERYBODY,
      needs: 'your own',
      why: 'As `VTPASS_API_KEY`.',
      refuse: whyTheSandboxes(SANDBOX_VTPASS.publicKey),
      wrong: [SANDBOX_VTPASS.publicKey, 'no prefix'],
    },
  },
  VTPASS_SECRET_KEY: {
    type: z.string().startsWith('SK_'),
    secret: true,
    sharedWithSandbox: true,
    target: 'vtpass',
    meaning: 'Its key for buying, `SK_…`.',
    unset: SANDBOXES,
    live: {
      neededBy: EVERYBODY,
      needs: 'your own',
      why: 'As `VTPASS_API_KEY`.',
      refuse: whyTheSandboxes(SANDBOX_VTPASS.secretKey),
      wrong: [SANDBOX_VTPASS.secretKey, 'no prefix'],
    },
  },
  VTPASS_CALLBACK_SECRET: {
    type: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/, '20 to 100 letters, digits, - or _'),
    secret: true,
    sharedWithSandbox: true,
    target: 'vtpass',
    meaning:
      'The last part of the address that VTpass calls back: 20 or more letters and digits of your choice, in live mode 22 random ones.',
    unset: SANDBOXES,
    live: {
      neededBy: ['all', 'web'],
      needs: 'your own',
      why: 'VTpass signs no callbacks: their address is the secret. A worker and the console receive none.',
      refuse: whyRefusedCallback,
      wrong: [SANDBOX_VTPASS.callbackSecret, 'abcabcabcabcabcabcabcabc', 'twenty-and-one-lett3r'],
    },
  },
  VTPASS_BASE_URL: {
    type: z.url(),
    default: { live: VTPASS_LIVE_URLS[0] },
    target: 'vtpass',
    meaning: `Where VTpass is. Live mode also accepts \`${VTPASS_LIVE_URLS[1]}\`, and no third address.`,
    live: {
      why: 'VTpass has one other address; no third is accepted.',
      refuse: (url: string) => whyRefusedProvider(url, VTPASS_LIVE_URLS),
      wrong: ['http://vtpass.com/api', 'https://sandbox.vtpass.com/api'],
    },
  },
} as const satisfies SettingRows
type Read = ReadAs<typeof providerSettings> & Sandbox

export type PaystackSettings = { readonly baseUrl: string; readonly secretKey: string }
export type VtpassSettings = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly publicKey: string
  readonly secretKey: string
  readonly callbackSecret: string
}

/** Characters of a 64-character alphabet: more than 128 bits. */
const CALLBACK_LENGTH_MIN = 22

export function paystackFrom(read: Read): PaystackSettings {
  return {
    baseUrl: withoutSlash(read.PAYSTACK_BASE_URL ?? `${sandboxUrlOf(read)}/paystack`),
    secretKey: read.PAYSTACK_SECRET_KEY ?? SANDBOX_PAYSTACK_KEY,
  }
}

export function vtpassFrom(read: Read): VtpassSettings {
  return {
    baseUrl: withoutSlash(read.VTPASS_BASE_URL ?? `${sandboxUrlOf(read)}/vtpass/api`),
    apiKey: read.VTPASS_API_KEY ?? SANDBOX_VTPASS.apiKey,
    publicKey: read.VTPASS_PUBLIC_KEY ?? SANDBOX_VTPASS.publicKey,
    secretKey: read.VTPASS_SECRET_KEY ?? SANDBOX_VTPASS.secretKey,
    callbackSecret: read.VTPASS_CALLBACK_SECRET ?? SANDBOX_VTPASS.callbackSecret,
  }
}

/** A sandbox never holds a key to real money. */
export function providerContradictions({
  JARA_MODE,
  PAYSTACK_SECRET_KEY: key,
}: {
  readonly JARA_MODE: Mode
  readonly PAYSTACK_SECRET_KEY?: string | undefined
}): string[] {
  const isRealMoney = JARA_MODE === 'sandbox' && key !== undefined && isLiveKey(key)
  return isRealMoney ? ['PAYSTACK_SECRET_KEY: a live key in sandbox mode'] : []
}

/** Why live mode refuses a provider's address; null for one of `urls`. */
function whyRefusedProvider(url: string, urls: readonly string[]): string | null {
  return urls.includes(withoutSlash(url)) ? null : `live mode speaks to ${urls.join(' or ')} only`
}

/** Why live mode refuses a callback secret that could be guessed; null for a good one. */
function whyRefusedCallback(secret: string): string | null {
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

function isLiveKey(key: string): boolean {
  return key.startsWith('sk_live_')
}

function isProvider(name: string): name is ProviderName {
  return Object.hasOwn(PROVIDERS, name)
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
