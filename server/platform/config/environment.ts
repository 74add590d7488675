import { z } from 'zod'
import { DEFAULT_BRAND } from '#contract/constants.ts'
import { parseSecret, SECRET_FORM } from '#server/platform/crypto/secret.ts'
import { alarmSettings } from './alarms.ts'
import { channelSettings } from './channels.ts'
import { consoleSettings } from './console.ts'
import { databaseSettings } from './database.ts'
import { mailSettings } from './email.ts'
import { floatSettings } from './float-thresholds.ts'
import { metricsSettings } from './metrics.ts'
import { origin } from './origin.ts'
import { providerSettings } from './providers.ts'
import { proxySettings } from './proxies.ts'
import { smsSettings } from './sms.ts'
import { tlsSettings } from './tls.ts'
import { traceSettings } from './traces.ts'

const port = z.coerce.number().int().min(1).max(65_535)
const onOrOff = z.enum(['on', 'off']).optional()
const secret = z
  .string()
  .refine((text) => parseSecret(text) !== null, SECRET_FORM)
  .optional()

/**
 * Every setting of an installation and its form in any mode, read from the environment once, at start. What live mode asks
 * of each is in live-table.ts.
 */
export const environment = z.object({
  JARA_MODE: z.enum(['sandbox', 'live']).default('sandbox'),
  JARA_ROLE: z.enum(['all', 'web', 'worker', 'console']).default('all'),
  PORT: port.default(3000),
  HOST: z.string().default('localhost'),
  ...tlsSettings,
  SANDBOX_PORT: port.default(3001),
  /** Where the sandbox world takes emails. */
  SANDBOX_SMTP_PORT: port.default(3025),
  DATA_DIR: z.string().default('./data'),
  ...databaseSettings,
  /** The one origin people open. */
  PUBLIC_URL: origin.optional(),
  ...consoleSettings,
  JARA_SECRET: secret,
  /** The secret before this one, while its change lasts. */
  JARA_SECRET_BEFORE: secret,
  JARA_BRAND: z.string().min(1).max(40).default(DEFAULT_BRAND),
  ...channelSettings,
  ...mailSettings,
  ...providerSettings,
  ...smsSettings,
  ...proxySettings,
  ...metricsSettings,
  ...traceSettings,
  ...alarmSettings,
  ...floatSettings,
  /** A JSON file with this installation's own price list. */
  PRICE_LIST: z.string().max(1_000).optional(),
  /** What an operator tells about a bank's trouble, as JSON: {bank, meaning, by, at, expiresAt}. */
  BANK_NOTICE: z.string().max(2_000).optional(),
  /** How often a running installation backs itself up; 0: never. */
  BACKUP_EVERY_MINUTES: z.coerce.number().int().min(0).max(1_440).optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  /** Whether an email is proved with a code before an account is opened with it. */
  EMAIL_PROOF: onOrOff,
  /** Whether new accounts and devices have a limit. */
  NEW_LIMIT: onOrOff,
  /** Whether an approval that comes faster than anybody reads is refused. */
  APPROVAL_PAUSE: onOrOff,
  REQUESTS_PER_MINUTE: z.coerce.number().int().min(10).optional(),
  REQUESTS_AT_ONCE: z.coerce.number().int().min(16).default(256),
  /** Node's own switch for believing any certificate. Live mode refuses it. */
  NODE_TLS_REJECT_UNAUTHORIZED: z.string().optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
})

export type Environment = z.infer<typeof environment>
export type SettingName = keyof Environment
export type Mode = Environment['JARA_MODE']
export type Role = Environment['JARA_ROLE']
