import path from 'node:path'
import { z } from 'zod'
import { DEFAULT_PRICES } from '#contract/constants.ts'
import type { PriceList } from '#contract/prices.ts'
import {
  type Channels,
  channelSettings,
  channelsFrom,
  contradictions,
  type Link,
  linksToCheck,
  type Operator,
  operatorFrom,
} from './config-channels.ts'
import { databaseContradictions, databaseSettings, refusedDatabase } from './config-database.ts'
import { type MailSettings, mailFrom, mailSettings, refusedMail } from './config-mail.ts'
import { type ProviderName, providerSettings } from './config-providers.ts'
import { withSecretFiles } from './config-secrets.ts'
import { refusedTls, type Tls, tlsFrom, tlsSettings } from './config-tls.ts'
import { isThisMachine } from './db/reached-safely.ts'
import { readPriceList } from './prices.ts'
import { isWeak, parseSecret, SECRET_FORM } from './secret.ts'

const port = z.coerce.number().int().min(1).max(65_535)

/** Every setting of an installation, read from the environment once, at start. */
const environment = z.object({
  JARA_MODE: z.enum(['sandbox', 'live']).default('sandbox'),
  JARA_ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  PORT: port.default(3000),
  HOST: z.string().default('localhost'),
  ...tlsSettings,
  SANDBOX_PORT: port.default(3001),
  /** Where the sandbox world takes letters. */
  SANDBOX_SMTP_PORT: port.default(3025),
  DATA_DIR: z.string().default('./data'),
  ...databaseSettings,
  PUBLIC_URL: z
    .url()
    .refine(isOrigin, 'an http or https address of a host alone is needed, such as https://wallet.example.ng')
    .optional(),
  JARA_SECRET: z
    .string()
    .refine((text) => parseSecret(text) !== null, SECRET_FORM)
    .optional(),
  /** The secret before this one, while its change lasts. */
  JARA_SECRET_BEFORE: z
    .string()
    .refine((text) => parseSecret(text) !== null, SECRET_FORM)
    .optional(),
  JARA_BRAND: z.string().min(1).max(40).default('Jara'),
  ...channelSettings,
  ...mailSettings,
  ...providerSettings,
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
  /** Addresses or ranges of proxies in front, separated by commas: only their word on who is calling is believed. */
  TRUSTED_PROXIES: z.string().max(500).optional(),
  /** A JSON file with this installation's own price list. */
  PRICE_LIST: z.string().max(1_000).optional(),
  /** What an operator tells about a bank's trouble, as JSON: {bank, meaning, by, at, expiresAt}. */
  BANK_NOTICE: z.string().max(2_000).optional(),
  /** How often a running installation backs itself up; 0: never. */
  BACKUP_EVERY_MINUTES: z.coerce.number().int().min(0).max(1_440).optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  /** Whether an email is proved with a code before an account is opened with it, whether new accounts and devices have a limit, and whether what comes faster than anybody reads is refused. */
  EMAIL_PROOF: z.enum(['on', 'off']).optional(),
  NEW_LIMIT: z.enum(['on', 'off']).optional(),
  APPROVAL_PAUSE: z.enum(['on', 'off']).optional(),
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(10).optional(),
  REQUESTS_AT_ONCE: z.coerce.number().int().min(16).default(256),
  /** Node's own switch for believing any certificate. Live mode refuses it. */
  NODE_TLS_REJECT_UNAUTHORIZED: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

export type Mode = 'sandbox' | 'live'

export type Config = {
  readonly mode: Mode
  readonly role: 'all' | 'web' | 'worker'
  readonly port: number
  readonly host: string
  /** Null: plain http, or a process that listens to nobody. */
  readonly tls: Tls | null
  readonly dataFolder: string
  /** Null: the embedded database. */
  readonly databaseUrl: string | null
  /** Null: the role in `databaseUrl` owns its tables, or another process brings the schema forward. */
  readonly databaseOwnerUrl: string | null
  /** Null: `databaseUrl` leads to the database itself. Else that is a pooler, and this goes past it. */
  readonly databaseListenUrl: string | null
  /** The one origin people open, without a trailing slash: cookies, origin checks and links follow it. */
  readonly publicUrl: string
  readonly secretHex: string | null
  /** Null: the secret is not being changed. */
  readonly secretBeforeHex: string | null
  readonly brand: string
  readonly channels: Channels
  readonly operator: Operator | null
  /** The channels' addresses that are asked for once at the start. */
  readonly linksToCheck: readonly Link[]
  readonly sandboxUrl: string | null
  /** In the order of preference. */
  readonly providers: readonly ProviderName[]
  readonly paystack: { readonly baseUrl: string; readonly secretKey: string }
  readonly vtpass: VtpassSettings
  readonly mail: MailSettings
  readonly prices: PriceList
  readonly bankNotice: OperatorNotice | null
  /** The installation's own backups: where they go and how often they are made, minutes; 0: never. */
  readonly backups: { readonly folder: string; readonly everyMinutes: number }
  /** An email is proved with a code before an account is opened with it. Live mode always asks. */
  readonly emailProof: boolean
  /** The first 24 hours of an account, a device or a factor have a limit of money out. Live mode always has it. */
  readonly newLimit: boolean
  /** What is approved faster than anybody reads is refused. Live mode always does. */
  readonly approvalPause: boolean
  readonly trustedProxies: readonly string[]
  /** API requests one address may send per minute. */
  readonly requestsPerMinute: number
  /** API requests of everybody that one process works on at once. */
  readonly requestsAtOnce: number
  readonly logLevel: string
}

export type VtpassSettings = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly publicKey: string
  readonly secretKey: string
  readonly callbackSecret: string
}

/** A setting is wrong or missing: says which one and what it should be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** The key the sandbox world accepts. Public on purpose; live mode refuses every `sk_test_` key. */
export const SANDBOX_PAYSTACK_KEY = 'sk_test_jara_sandbox_world'
const PAYSTACK_LIVE_URL = 'https://api.paystack.co'
/** As above, for VTpass. */
export const SANDBOX_VTPASS = {
  apiKey: 'jara_sandbox_vtpass_key',
  publicKey: 'PK_jara_sandbox',
  secretKey: 'SK_jara_sandbox',
  callbackSecret: 'jara-sandbox-callback',
} as const
/** Of 64 different signs each, more than 128 bits. */
const CALLBACK_LENGTH_MIN = 22
const NO_TLS = { tls: null, wrong: [] } as const
const VTPASS_LIVE_URLS: readonly string[] = ['https://vtpass.com/api', 'https://api-service.vtpass.com/api']

/**
 * Reads the configuration from environment variables. A command that listens to nobody says so: like a worker it needs no
 * certificate, and reads none.
 *
 * @throws ConfigError naming each variable that is wrong, or that live mode refuses
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  { now = new Date(), listens = true }: { readonly now?: Date; readonly listens?: boolean } = {},
): Config {
  const whole = withSecretFiles(env)
  if (whole.wrong.length > 0) throw new ConfigError(whole.wrong.join('\n'))
  const filled = Object.fromEntries(
    Object.entries(whole.env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(filled)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const read = parsed.data
  const isReached = listens && read.JARA_ROLE !== 'worker'
  const { tls, wrong: wrongTls } = isReached ? tlsFrom(read, now) : NO_TLS
  const wrong = [...contradictions(read), ...databaseContradictions(read), ...wrongTls]
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
  const sandboxUrl = read.JARA_MODE === 'sandbox' ? `http://localhost:${read.SANDBOX_PORT}` : null
  const config: Config = {
    mode: read.JARA_MODE,
    role: read.JARA_ROLE,
    port: read.PORT,
    host: read.HOST,
    tls,
    dataFolder: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL ?? null,
    databaseOwnerUrl: read.DATABASE_OWNER_URL ?? null,
    databaseListenUrl: read.DATABASE_LISTEN_URL ?? null,
    publicUrl: new URL(read.PUBLIC_URL ?? `${tls === null ? 'http' : 'https'}://localhost:${read.PORT}`).origin,
    secretHex: read.JARA_SECRET ?? null,
    secretBeforeHex: read.JARA_SECRET_BEFORE ?? null,
    brand: read.JARA_BRAND,
    channels: channelsFrom(read),
    operator: operatorFrom(read),
    linksToCheck: linksToCheck(read),
    sandboxUrl,
    providers: read.PROVIDERS,
    paystack: {
      baseUrl: (read.PAYSTACK_BASE_URL ?? (sandboxUrl === null ? PAYSTACK_LIVE_URL : `${sandboxUrl}/paystack`)).replace(
        /\/+$/,
        '',
      ),
      secretKey: read.PAYSTACK_SECRET_KEY ?? SANDBOX_PAYSTACK_KEY,
    },
    vtpass: {
      baseUrl: (
        read.VTPASS_BASE_URL ?? (sandboxUrl === null ? (VTPASS_LIVE_URLS[0] ?? '') : `${sandboxUrl}/vtpass/api`)
      ).replace(/\/+$/, ''),
      apiKey: read.VTPASS_API_KEY ?? SANDBOX_VTPASS.apiKey,
      publicKey: read.VTPASS_PUBLIC_KEY ?? SANDBOX_VTPASS.publicKey,
      secretKey: read.VTPASS_SECRET_KEY ?? SANDBOX_VTPASS.secretKey,
      callbackSecret: read.VTPASS_CALLBACK_SECRET ?? SANDBOX_VTPASS.callbackSecret,
    },
    mail: mailFrom(read),
    prices: read.PRICE_LIST === undefined ? DEFAULT_PRICES : pricesFrom(read.PRICE_LIST),
    bankNotice: read.BANK_NOTICE === undefined ? null : noticeFrom(read.BANK_NOTICE),
    backups: {
      folder: read.BACKUP_DIR ?? path.join(read.DATA_DIR, 'backups'),
      // A PostgreSQL server has its own ways, and several nodes would each make one.
      everyMinutes: read.BACKUP_EVERY_MINUTES ?? (read.DATABASE_URL === undefined ? 5 : 0),
    },
    emailProof: read.JARA_MODE === 'live' || read.EMAIL_PROOF === 'on',
    newLimit: read.JARA_MODE === 'live' || read.NEW_LIMIT === 'on',
    approvalPause: read.JARA_MODE === 'live' || read.APPROVAL_PAUSE === 'on',
    trustedProxies: (read.TRUSTED_PROXIES ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== ''),
    requestsPerMinute: read.REQUESTS_PER_MINUTE ?? (read.JARA_MODE === 'live' ? 600 : 6_000),
    requestsAtOnce: read.REQUESTS_AT_ONCE,
    logLevel: read.LOG_LEVEL,
  }
  refuseMixedModes(config, read, isReached)
  if (config.mode === 'live' && read.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    throw new ConfigError('NODE_TLS_REJECT_UNAUTHORIZED: live mode checks certificates')
  return config
}

function pricesFrom(file: string): PriceList {
  try {
    return readPriceList(file)
  } catch (error) {
    throw new ConfigError(`PRICE_LIST: ${error instanceof Error ? error.message : 'cannot be read'}`)
  }
}

const oneLine = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .regex(/^\P{C}*$/u)
const operatorNotice = z.strictObject({
  bank: oneLine,
  meaning: oneLine,
  by: oneLine,
  at: z.iso.datetime({ offset: true }),
  expiresAt: z.iso.datetime({ offset: true }),
})
/** What a named operator says about a bank, from when, until when. */
export type OperatorNotice = z.infer<typeof operatorNotice>

function noticeFrom(text: string): OperatorNotice {
  let json: unknown = null
  try {
    json = JSON.parse(text)
  } catch {
    // Refused below like any other text that is no notice.
  }
  const parsed = operatorNotice.safeParse(json)
  if (parsed.success) return parsed.data
  throw new ConfigError('BANK_NOTICE: JSON with bank, meaning, by, at and expiresAt is needed')
}

/** Scheme, host and port alone: whatever else stands in an address would be in every link, or in none. */
function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password, pathname, search, hash } = new URL(address)
  return /^https?:$/.test(protocol) && pathname === '/' && `${username}${password}${search}${hash}` === ''
}

/** Live mode starts with no sandbox part at all; sandbox mode never with a live key. */
function refuseMixedModes(config: Config, read: z.infer<typeof environment>, isReached: boolean): void {
  const wrong =
    config.mode === 'live'
      ? [
          ...refusedDatabase(read),
          ...wrongInLive(config, read),
          ...refusedMail(read),
          ...weakInLive(config, read),
          ...switchedOffInLive(read),
          ...(isReached ? refusedTls(config.tls) : []),
        ]
      : wrongInSandbox(config)
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
}

function wrongInSandbox({ paystack }: Config): string[] {
  return paystack.secretKey.startsWith('sk_live_') ? ['PAYSTACK_SECRET_KEY: a live key in sandbox mode'] : []
}

function wrongInLive(config: Config, read: z.infer<typeof environment>): string[] {
  const wrong: string[] = []
  if (config.secretHex === null) wrong.push(`JARA_SECRET: live mode needs one of its own, ${SECRET_FORM}`)
  if (!config.paystack.secretKey.startsWith('sk_live_')) wrong.push('PAYSTACK_SECRET_KEY: live mode needs a live key')
  if (config.paystack.baseUrl !== PAYSTACK_LIVE_URL)
    wrong.push(`PAYSTACK_BASE_URL: live mode speaks to ${PAYSTACK_LIVE_URL} only`)
  if (!VTPASS_LIVE_URLS.includes(config.vtpass.baseUrl))
    wrong.push(`VTPASS_BASE_URL: live mode speaks to ${VTPASS_LIVE_URLS.join(' or ')} only`)
  const vtpassKeys = {
    VTPASS_API_KEY: 'apiKey',
    VTPASS_PUBLIC_KEY: 'publicKey',
    VTPASS_SECRET_KEY: 'secretKey',
    ...(needsCallbackSecret(config, read) ? ({ VTPASS_CALLBACK_SECRET: 'callbackSecret' } as const) : {}),
  } as const
  for (const [variable, key] of Object.entries(vtpassKeys)) {
    if (config.vtpass[key] === SANDBOX_VTPASS[key]) wrong.push(`${variable}: live mode needs your own`)
  }
  if (!config.publicUrl.startsWith('https://')) wrong.push('PUBLIC_URL: live mode needs an https address')
  return wrong
}

/** A worker takes no callback; one that it is given all the same has to be a good one. */
function needsCallbackSecret({ role }: Config, read: z.infer<typeof environment>): boolean {
  return role !== 'worker' || read.VTPASS_CALLBACK_SECRET !== undefined
}

function switchedOffInLive(read: z.infer<typeof environment>): string[] {
  const wrong: string[] = []
  if (read.EMAIL_PROOF === 'off') wrong.push('EMAIL_PROOF: live mode proves every email')
  if (read.NEW_LIMIT === 'off') wrong.push('NEW_LIMIT: live mode limits new accounts and devices')
  if (read.APPROVAL_PAUSE === 'off')
    wrong.push('APPROVAL_PAUSE: live mode refuses what comes faster than anybody reads')
  return wrong
}

/** What would start, and be easier to guess, to listen in on or to deceive than live mode may be. */
function weakInLive(config: Config, read: z.infer<typeof environment>): string[] {
  const { secretHex, secretBeforeHex, vtpass, role, host, trustedProxies, logLevel } = config
  const wrong: string[] = []
  if (secretHex !== null && isWeak(secretHex)) wrong.push('JARA_SECRET: this one was not made at random')
  if (secretBeforeHex !== null && isWeak(secretBeforeHex))
    wrong.push('JARA_SECRET_BEFORE: this one was not made at random')
  const isGuessable = vtpass.callbackSecret.length < CALLBACK_LENGTH_MIN || isWeak(vtpass.callbackSecret)
  if (isGuessable && needsCallbackSecret(config, read))
    wrong.push(`VTPASS_CALLBACK_SECRET: live mode needs ${CALLBACK_LENGTH_MIN} or more random letters and digits`)
  if (role !== 'worker' && !isThisMachine(host) && trustedProxies.length === 0)
    wrong.push('HOST: live mode listens beyond this machine only behind the proxies named in TRUSTED_PROXIES')
  if (logLevel === 'debug') wrong.push('LOG_LEVEL: live mode does not write debug lines')
  return wrong
}
