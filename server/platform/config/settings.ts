import { addressSettings } from './addresses.ts'
import { alarmSettings } from './alarms.ts'
import { backupSettings } from './backups.ts'
import { bankNoticeSettings } from './bank-notice.ts'
import { channelSettings } from './channels.ts'
import { databaseSettings } from './database.ts'
import { mailSettings } from './email.ts'
import { floatSettings } from './float-thresholds.ts'
import { metricsSettings } from './metrics.ts'
import {
  brandSettings,
  loadSettings,
  logSettings,
  processSettings,
  safeguardSettings,
  secretSettings,
} from './plain-settings.ts'
import { priceSettings } from './prices.ts'
import { providerSettings } from './providers.ts'
import { sandboxSettings } from './sandbox.ts'
import type { ReadAs, Setting } from './setting.ts'
import { smsSettings } from './sms.ts'
import { traceSettings } from './traces.ts'

/**
 * Every setting of an installation, one row each. The documentation and the errors of a refused start follow this
 * order. What is derived from the rows: docs/why/decisions/0097-one-row-per-setting.md.
 */
export const SETTINGS = {
  ...processSettings,
  ...addressSettings,
  ...databaseSettings,
  ...backupSettings,
  ...secretSettings,
  ...providerSettings,
  ...smsSettings,
  ...mailSettings,
  ...brandSettings,
  ...channelSettings,
  ...priceSettings,
  ...bankNoticeSettings,
  ...safeguardSettings,
  ...loadSettings,
  ...alarmSettings,
  ...floatSettings,
  ...metricsSettings,
  ...traceSettings,
  ...logSettings,
  ...sandboxSettings,
}

export type SettingName = keyof typeof SETTINGS
/** Every setting as a start reads it. */
export type Settings = ReadAs<typeof SETTINGS>

/** Checks each row against its own type: `refuse` receives what `type` produces. */
type Rows = { readonly [Name in SettingName]: Setting<NonNullable<Settings[Name]>, Settings> }
/** A row of any setting, already checked against `Rows`. */
export type AnyRow = Setting<unknown, Settings>

export const ROWS = Object.entries(SETTINGS satisfies Rows) as unknown as readonly (readonly [SettingName, AnyRow])[]

/** The settings that can be in a file. */
export const SECRET_SETTINGS = ROWS.filter(([, { secret }]) => secret === true).map(([name]) => name)
