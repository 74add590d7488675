import path from 'node:path'
import { z } from 'zod'
import { DEFAULT_PRICES } from '#contract/constants.ts'
import type { PriceList } from '#contract/prices.ts'
import { type AlarmSettings, alarmContradictions, alarmsFrom } from './alarms.ts'
import {
  type Channels,
  channelsFrom,
  contradictions,
  type Link,
  linksToCheck,
  type Operator,
  operatorFrom,
} from './channels.ts'
import { consoleContradictions, type Serving, servingOf } from './console.ts'
import { databaseContradictions } from './database.ts'
import { type MailSettings, mailFrom } from './email.ts'
import { type Environment, environment, type Mode, type Role } from './environment.ts'
import { type FloatThresholds, floatThresholdsFrom } from './float-thresholds.ts'
import { refusedInLive, refusedInSandbox } from './live.ts'
import { type MetricsAddress, metricsAddress } from './metrics.ts'
import { readPriceList } from './prices.ts'
import { type PaystackSettings, type ProviderName, paystackFrom, type VtpassSettings, vtpassFrom } from './providers.ts'
import { proxiesIn } from './proxies.ts'
import { withSecretFiles } from './secrets.ts'
import { type SmsSettings, smsContradictions, smsFrom } from './sms.ts'
import { type Tls, tlsFrom } from './tls.ts'
import { type TraceCollector, traceContradictions, tracesFrom } from './traces.ts'

export type Config = Serving & {
  readonly mode: Mode
  readonly role: Role
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
  readonly paystack: PaystackSettings
  readonly vtpass: VtpassSettings
  readonly mail: MailSettings
  /** Null: text messages are not offered. */
  readonly sms: SmsSettings | null
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
  /** How alarms go out to operators. */
  readonly alarms: AlarmSettings
  /** The least that each provider should hold. */
  readonly floatThresholds: FloatThresholds
  /** Null: no metrics are served. */
  readonly metrics: MetricsAddress | null
  /** Null: nothing is traced. */
  readonly traces: TraceCollector | null
  readonly logLevel: string
}

/** A setting is wrong or missing: says which one and what it should be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** `now`: as of when certificates count. `listens`: false for a command, which like a worker needs no certificate. */
type Reading = { readonly now?: Date; readonly listens?: boolean }

/**
 * Reads the configuration from environment variables. Files that they name are read; nothing is opened, asked for or written.
 *
 * @throws ConfigError naming each variable that is wrong, or that its mode refuses
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  { now = new Date(), listens = true }: Reading = {},
): Config {
  const set = settingsIn(env)
  const read = parse(set)
  const isLive = read.JARA_MODE === 'live'
  const ofMode = isLive
    ? refusedInLive(listens ? read.JARA_ROLE : 'command', read, new Set(Object.keys(set)))
    : refusedInSandbox(read)
  refuse([
    ...contradictions(read),
    ...databaseContradictions(read),
    ...consoleContradictions(read, publicUrlOf(read)),
    ...alarmContradictions(read),
    ...traceContradictions(read),
    ...smsContradictions(read),
    ...ofMode,
  ])
  const { tls, wrong } = listens && read.JARA_ROLE !== 'worker' ? tlsFrom(read, now) : { tls: null, wrong: [] }
  refuse(wrong)
  return configFrom(read, tls)
}

/** The settings, including secrets in files: an empty variable counts as unset. */
function settingsIn(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const whole = withSecretFiles(env)
  refuse(whole.wrong)
  return Object.fromEntries(Object.entries(whole.env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

function parse(set: Readonly<Record<string, string>>): Environment {
  const parsed = environment.safeParse(set)
  if (parsed.success) return parsed.data
  throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
}

function refuse(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
}

function configFrom(read: Environment, tls: Tls | null): Config {
  const isLive = read.JARA_MODE === 'live'
  const sandboxUrl = isLive ? null : `http://localhost:${read.SANDBOX_PORT}`
  const publicUrl = publicUrlOf(read)
  return {
    mode: read.JARA_MODE,
    role: read.JARA_ROLE,
    port: read.PORT,
    host: read.HOST,
    tls,
    dataFolder: read.DATA_DIR,
    databaseUrl: read.DATABASE_URL ?? null,
    databaseOwnerUrl: read.DATABASE_OWNER_URL ?? null,
    databaseListenUrl: read.DATABASE_LISTEN_URL ?? null,
    publicUrl,
    ...servingOf(read, publicUrl),
    secretHex: read.JARA_SECRET ?? null,
    secretBeforeHex: read.JARA_SECRET_BEFORE ?? null,
    brand: read.JARA_BRAND,
    channels: channelsFrom(read),
    operator: operatorFrom(read),
    linksToCheck: linksToCheck(read),
    sandboxUrl,
    providers: read.PROVIDERS,
    paystack: paystackFrom(read, sandboxUrl),
    vtpass: vtpassFrom(read, sandboxUrl),
    mail: mailFrom(read),
    sms: smsFrom(read, sandboxUrl),
    prices: read.PRICE_LIST === undefined ? DEFAULT_PRICES : pricesFrom(read.PRICE_LIST),
    bankNotice: read.BANK_NOTICE === undefined ? null : noticeFrom(read.BANK_NOTICE),
    backups: {
      folder: read.BACKUP_DIR ?? path.join(read.DATA_DIR, 'backups'),
      // A PostgreSQL server has its own ways, and several nodes would each make one.
      everyMinutes: read.BACKUP_EVERY_MINUTES ?? (read.DATABASE_URL === undefined ? 5 : 0),
    },
    emailProof: isLive || read.EMAIL_PROOF === 'on',
    newLimit: isLive || read.NEW_LIMIT === 'on',
    approvalPause: isLive || read.APPROVAL_PAUSE === 'on',
    trustedProxies: proxiesIn(read.TRUSTED_PROXIES ?? ''),
    requestsPerMinute: read.REQUESTS_PER_MINUTE ?? (isLive ? 600 : 6_000),
    requestsAtOnce: read.REQUESTS_AT_ONCE,
    alarms: alarmsFrom(read),
    floatThresholds: floatThresholdsFrom(read),
    metrics: read.METRICS_ADDRESS === undefined ? null : metricsAddress(read.METRICS_ADDRESS),
    traces: tracesFrom(read),
    logLevel: read.LOG_LEVEL,
  }
}

/** Live mode has one: a name that was made up here would be in every email, and passkeys would be bound to it. */
function publicUrlOf({ PUBLIC_URL, PORT, TLS_CERT_FILE }: Environment): string {
  return new URL(PUBLIC_URL ?? `${TLS_CERT_FILE === undefined ? 'http' : 'https'}://localhost:${PORT}`).origin
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
