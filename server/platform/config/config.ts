import { DEFAULT_PRICES } from '#contract/constants.ts'
import type { PriceList } from '#contract/prices.ts'
import { alarmContradictions, alarmsFrom } from './alarms.ts'
import { backupsFrom } from './backups.ts'
import { type OperatorNotice, parseBankNotice } from './bank-notice.ts'
import { channelContradictions, channelsFrom, linksToCheck, operatorFrom } from './channels.ts'
import { consoleContradictions, consoleUrlOf, servesConsole, servesCustomers } from './console.ts'
import { databaseContradictions } from './database.ts'
import { mailFrom } from './email.ts'
import { floatThresholdsFrom } from './float-thresholds.ts'
import { refusedInLive } from './live.ts'
import { publicUrlOf } from './origin.ts'
import { readPriceList } from './prices.ts'
import { paystackFrom, providerContradictions, vtpassFrom } from './providers.ts'
import { proxiesIn } from './proxies.ts'
import { sandboxUrlOf } from './sandbox.ts'
import { withSecretFiles } from './secrets.ts'
import { readerOf } from './setting.ts'
import { ROWS, SETTINGS, type SettingName, type Settings } from './settings.ts'
import { smsContradictions, smsFrom } from './sms.ts'
import { type Tls, tlsFrom } from './tls.ts'
import { traceContradictions, tracesFrom } from './traces.ts'

/**
 * Config fields built from several settings, or from more than a setting's text. Every other field holds its setting as
 * read.
 */
const BUILT = {
  tls: tlsOf,
  publicUrl: publicUrlOf,
  consoleUrl: consoleUrlOf,
  servesCustomers,
  servesConsole,
  channels: channelsFrom,
  operator: operatorFrom,
  linksToCheck,
  sandboxUrl: sandboxUrlOf,
  paystack: paystackFrom,
  vtpass: vtpassFrom,
  mail: mailFrom,
  sms: smsFrom,
  prices: pricesOf,
  bankNotice: bankNoticeOf,
  backups: backupsFrom,
  trustedProxies: ({ TRUSTED_PROXIES }: Settings) => proxiesIn(TRUSTED_PROXIES ?? ''),
  alarms: alarmsFrom,
  floatThresholds: floatThresholdsFrom,
  traces: tracesFrom,
} satisfies Readonly<Record<string, (read: Settings, reading: Required<Reading>) => unknown>>

type Built = { readonly [Field in keyof typeof BUILT]: ReturnType<(typeof BUILT)[Field]> }
type TargetOf<Name extends SettingName> = (typeof SETTINGS)[Name]['target']
/** Null: unset. */
type Plain = {
  readonly [Name in SettingName as Exclude<TargetOf<Name>, keyof Built | null>]: Undefinable<Settings[Name]>
}
type Undefinable<Value> = undefined extends Value ? Exclude<Value, undefined> | null : Value

/** The configuration of an installation. The row of a setting says what its field is for. */
export type Config = Built & Plain

/** Settings that contradict each other: a sentence for each, which names the setting. */
const CONTRADICTIONS: readonly ((read: Settings) => readonly string[])[] = [
  channelContradictions,
  databaseContradictions,
  consoleContradictions,
  alarmContradictions,
  traceContradictions,
  smsContradictions,
  providerContradictions,
]

/** A setting is wrong or missing: names it and says what it should be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * `now`: the time at which certificates must be valid. `listens`: false for a command, which like a worker needs no
 * certificate.
 */
type Reading = { readonly now?: Date; readonly listens?: boolean }

/**
 * Reads the configuration from environment variables and the files they name. Opens, requests and writes nothing else.
 *
 * @throws ConfigError naming each variable that is wrong, or that its mode refuses
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  { now = new Date(), listens = true }: Reading = {},
): Config {
  const set = settingsIn(env)
  const read = parse(set)
  const ofLive =
    read.JARA_MODE === 'live'
      ? refusedInLive(listens ? read.JARA_ROLE : 'command', read, new Set(Object.keys(set)))
      : []
  refuse([...CONTRADICTIONS.flatMap((contradictions) => contradictions(read)), ...ofLive])
  return configFrom(read, { now, listens })
}

/** The settings, including secrets in files: an empty variable counts as unset. */
function settingsIn(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const whole = withSecretFiles(env)
  refuse(whole.wrong)
  return Object.fromEntries(Object.entries(whole.env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

const READERS = { sandbox: readerOf(SETTINGS, 'sandbox'), live: readerOf(SETTINGS, 'live') }

function parse(set: Readonly<Record<string, string>>): Settings {
  const parsed = READERS[set.JARA_MODE === 'live' ? 'live' : 'sandbox'].safeParse(set)
  if (parsed.success) return parsed.data
  throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
}

function refuse(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'))
}

function configFrom(read: Settings, reading: Required<Reading>): Config {
  const built = Object.entries(BUILT).map(([field, build]) => [field, build(read, reading)])
  const plain = ROWS.flatMap(([name, { target }]) =>
    target === null || target in BUILT ? [] : [[target, read[name] ?? null]],
  )
  // The compiler cannot follow this loop; `Built` and `Plain` say the same in types.
  return Object.fromEntries([...built, ...plain]) as unknown as Config
}

/** A process that does not listen reads neither file. */
function tlsOf(read: Settings, { now, listens }: Required<Reading>): Tls | null {
  if (!listens || read.JARA_ROLE === 'worker') return null
  const { tls, wrong } = tlsFrom(read, now)
  refuse(wrong)
  return tls
}

function pricesOf({ PRICE_LIST: file }: Settings): PriceList {
  if (file === undefined) return DEFAULT_PRICES
  try {
    return readPriceList(file)
  } catch (error) {
    throw new ConfigError(`PRICE_LIST: ${error instanceof Error ? error.message : 'cannot be read'}`)
  }
}

function bankNoticeOf({ BANK_NOTICE: text }: Settings): OperatorNotice | null {
  if (text === undefined) return null
  const notice = parseBankNotice(text)
  if (notice === null) throw new ConfigError('BANK_NOTICE: JSON with bank, meaning, by, at and expiresAt is needed')
  return notice
}
