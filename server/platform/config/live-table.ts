import path from 'node:path'
import { SECRET_FORM } from '#server/platform/crypto/secret.ts'
import { isThisMachine } from '#server/platform/db/connection-security.ts'
import { emailsIn } from './alarms.ts'
import { whyRefusedDatabase } from './database.ts'
import { whyRefusedMailServer } from './email.ts'
import type { SettingName } from './environment.ts'
import { LIVE_PROVIDERS } from './live-providers.ts'
import {
  whyRefusedLevel,
  whyRefusedLink,
  whyRefusedMailbox,
  whyRefusedOrigin,
  whyRefusedWebhook,
  whyRelative,
  whyWeak,
} from './live-refusals.ts'
import type { LiveSetting } from './live-setting.ts'
import { whyRefusedMetrics } from './metrics.ts'
import { isProxyElsewhere, whyRefusedProxies } from './proxies.ts'
import { whyRefusedTraces } from './traces.ts'

const EVERYBODY = ['all', 'web', 'worker', 'console', 'command'] as const
const LISTENERS = ['all', 'web', 'console'] as const
const SENDERS = ['all', 'worker'] as const
const PROCESSES = ['all', 'web', 'worker', 'console'] as const
const OPERATORS = ['all', 'web', 'console', 'command'] as const
const NOBODY = [] as const

const NOT_SHOWN = 'Not shown if not set.'
const WRONG_LINKS = ['http://chat.example.ng', 'https://localhost/chat', 'https://10.0.0.7/chat'] as const

/**
 * Every setting there is, and what live mode does without it. A setting that is not here does not compile. The check of a
 * start, the table of docs/live-mode.md and the tests read this.
 */
export const LIVE_TABLE: Readonly<Record<SettingName, LiveSetting>> = {
  JARA_MODE: {
    neededBy: NOBODY,
    otherwise: 'sandbox',
    why: 'Turns live mode on. A sandbox refuses a live key and a live database.',
    wrong: ['production', 'LIVE'],
  },
  JARA_ROLE: { neededBy: NOBODY, otherwise: 'all', why: 'One process does everything.', wrong: ['both', 'Web'] },
  PUBLIC_URL: {
    neededBy: EVERYBODY,
    needs: 'the https address that people open, such as https://wallet.example.ng',
    why: 'Cookies, passkeys and links use this name, including links in a worker’s emails. Requests for another name are refused.',
    refuse: whyRefusedOrigin,
    wrong: [
      ...['http://wallet.example.ng', 'https://localhost', 'https://203.0.113.10', 'https://[2001:db8::1]'],
      ...['https://wallet', 'https://wallet.local', 'https://wallet.test', 'https://wallet.internal'],
      ...['https://wallet.example.ng:8443', 'https://wallet.example.ng.', 'https://wallet.example.ng/jara'],
      ...['https://ada:word@wallet.example.ng', 'https://wallet.example.ng?', 'wallet.example.ng'],
    ],
  },
  CONSOLE_ORIGIN: {
    neededBy: OPERATORS,
    readBy: OPERATORS,
    needs:
      'the https address where operators sign in: that of PUBLIC_URL, or one of its own, which JARA_ROLE=console serves behind a VPN',
    why: 'Whether the public address serves the console is never a matter of chance. Operators’ passkeys are bound to this name.',
    refuse: whyRefusedOrigin,
    wrong: ['http://console.example.ng', 'https://console', 'https://console.example.ng:8443', 'console.example.ng'],
  },
  HOST: {
    neededBy: NOBODY,
    readBy: LISTENERS,
    otherwise: 'localhost',
    why: 'Only the proxy on this machine can reach it. Another address needs a proxy in `TRUSTED_PROXIES` on another machine.',
    refuse: (host, { TRUSTED_PROXIES }) =>
      isThisMachine(host) || isProxyElsewhere(TRUSTED_PROXIES ?? '')
        ? null
        : 'live mode listens beyond this machine only behind the proxies named in TRUSTED_PROXIES',
    wrong: ['0.0.0.0', '::', '10.0.0.7'],
  },
  PORT: {
    neededBy: NOBODY,
    otherwise: '3000',
    why: 'The proxy uses the same one. A mismatch shows at once: the proxy reaches nothing.',
    wrong: ['0', '65536', 'https'],
  },
  TRUSTED_PROXIES: {
    neededBy: LISTENERS,
    readBy: LISTENERS,
    needs: 'the address of the proxy in front, such as 127.0.0.1',
    why: 'Without it every caller has the proxy’s address: all users share one request limit, and the log identifies nobody.',
    refuse: whyRefusedProxies,
    wrong: ['proxy.example.ng', '10.0.0.0/4', '0.0.0.0/0', '::/1', '10.0.0.0/33', ','],
  },
  TLS_CERT_FILE: {
    neededBy: LISTENERS,
    readBy: LISTENERS,
    needs: 'it and TLS_KEY_FILE, see "TLS from the proxy" in docs/live-mode.md',
    why: 'The app serves https only, even to the proxy.',
    wrong: ['/nowhere/app.pem'],
  },
  TLS_KEY_FILE: {
    neededBy: LISTENERS,
    readBy: LISTENERS,
    needs: 'the private key of the certificate in TLS_CERT_FILE',
    saidWith: 'TLS_CERT_FILE',
    why: 'As `TLS_CERT_FILE`.',
    wrong: ['/nowhere/app.key'],
  },
  NODE_TLS_REJECT_UNAUTHORIZED: {
    neededBy: NOBODY,
    why: 'Node checks certificates unless this forbids it.',
    refuse: (value) => (value === '0' ? 'live mode checks certificates' : null),
    wrong: ['0'],
  },
  DATABASE_URL: {
    neededBy: EVERYBODY,
    needs: 'PostgreSQL',
    why: 'Real money needs PostgreSQL: only one process can open the embedded database.',
    refuse: whyRefusedDatabase,
    wrong: [
      'mysql://localhost/jara',
      'postgres://jara_app@localhost/jara',
      'postgres://jara_app@10.0.0.5/jara?sslmode=require',
    ],
  },
  DATABASE_OWNER_URL: {
    neededBy: NOBODY,
    why: 'Better given only to `npm run migrate`.',
    refuse: whyRefusedDatabase,
    wrong: ['postgres://postgres:postgres@localhost/jara'],
  },
  DATABASE_LISTEN_URL: {
    neededBy: NOBODY,
    why: 'Only if `DATABASE_URL` is a pooler.',
    refuse: whyRefusedDatabase,
    wrong: ['postgres://jara_app@db.example.ng/jara?sslmode=prefer'],
  },
  DATA_DIR: {
    neededBy: NOBODY,
    otherwise: './data',
    why: 'Live mode writes nothing there except its own backups, if enabled.',
    refuse: whyRelative,
    wrong: ['data', './data'],
  },
  BACKUP_EVERY_MINUTES: {
    neededBy: NOBODY,
    otherwise: '0',
    why: 'PostgreSQL has its own backup tools. More than 0 needs `BACKUP_DIR` or `DATA_DIR`.',
    refuse: (minutes, { BACKUP_DIR, DATA_DIR }) =>
      Number(minutes) > 0 && !path.isAbsolute(BACKUP_DIR ?? DATA_DIR) ? 'live mode needs BACKUP_DIR for that' : null,
    wrong: ['5', '-1', '1441', 'daily'],
  },
  BACKUP_DIR: {
    neededBy: NOBODY,
    why: '`backups` in `DATA_DIR`, if backups are enabled.',
    refuse: whyRelative,
    wrong: ['backups'],
  },
  JARA_SECRET: {
    neededBy: EVERYBODY,
    needs: `one of its own, ${SECRET_FORM}`,
    why: 'All keys are derived from it, and every process needs the same one.',
    refuse: whyWeak,
    wrong: ['secret', 'f'.repeat(64), '0123456789abcdef'.repeat(4)],
  },
  JARA_SECRET_BEFORE: {
    neededBy: NOBODY,
    why: 'Only during a change of the secret.',
    refuse: whyWeak,
    wrong: ['a1'.repeat(32)],
  },
  ...LIVE_PROVIDERS,
  SMTP_URL: {
    neededBy: SENDERS,
    needs: 'a mail server',
    why: 'Emails prove addresses, reset passwords and warn users. A web process sends none.',
    refuse: whyRefusedMailServer,
    wrong: ['smtp://localhost:3025', 'smtps://emails:password@mail.example.ng', 'mail.example.ng:465'],
  },
  MAIL_FROM: {
    neededBy: SENDERS,
    needs: 'the address emails come from',
    why: 'As `SMTP_URL`. Its domain publishes which mail servers may send for it, so it must be public.',
    refuse: whyRefusedMailbox,
    wrong: ['emails', 'emails@localhost.localdomain', 'emails@jara.sandbox.example', 'Jara <emails@example.ng>'],
  },
  JARA_BRAND: {
    neededBy: NOBODY,
    otherwise: 'Jara',
    why: 'The product’s name.',
    wrong: ['a name of more than forty letters and spaces'],
  },
  OPERATOR_NAME: {
    neededBy: NOBODY,
    why: 'Users are told that the operator is not named, and to find out who it is before they add money.',
    wrong: ['A'],
  },
  OPERATOR_LICENCE: {
    neededBy: NOBODY,
    why: 'Users are told that no licence is named, and to ask for it before they add money.',
    wrong: ['A'],
  },
  SUPPORT_EMAIL: {
    neededBy: NOBODY,
    why: NOT_SHOWN,
    refuse: whyRefusedMailbox,
    wrong: ['help', 'help@wallet.local'],
  },
  SUPPORT_TELEGRAM_URL: { neededBy: NOBODY, why: NOT_SHOWN, wrong: ['https://telegram.example.ng/jara'] },
  SUPPORT_WHATSAPP_URL: { neededBy: NOBODY, why: NOT_SHOWN, wrong: ['https://wa.me'] },
  SUPPORT_LIVE_CHAT_URL: { neededBy: NOBODY, why: NOT_SHOWN, refuse: whyRefusedLink, wrong: WRONG_LINKS },
  SUPPORT_ALWAYS: {
    neededBy: NOBODY,
    otherwise: 'false',
    why: 'No 24-hour support is promised. `true` needs a support channel.',
    wrong: ['true', 'yes'],
  },
  COMMUNITY_CHAT_URL: { neededBy: NOBODY, why: NOT_SHOWN, refuse: whyRefusedLink, wrong: WRONG_LINKS },
  COMMUNITY_TELEGRAM_URL: { neededBy: NOBODY, why: NOT_SHOWN, wrong: ['http://t.me/jara'] },
  COMMUNITY_WHATSAPP_URL: { neededBy: NOBODY, why: NOT_SHOWN, wrong: ['http://wa.me/jara'] },
  LINK_CHECK: {
    neededBy: NOBODY,
    otherwise: 'on',
    why: 'A broken link stops the start.',
    wrong: ['true'],
  },
  PRICE_LIST: {
    neededBy: NOBODY,
    why: 'The product’s own prices, and VTpass’s published commissions. Users see every price before they pay; a sale below cost raises an alarm.',
    wrong: ['/nowhere/prices.json'],
  },
  BANK_NOTICE: { neededBy: NOBODY, why: 'No notice.', wrong: ['OPay is slow', '{"bank":"OPay"}'] },
  EMAIL_PROOF: alwaysOn('live mode proves every email'),
  NEW_LIMIT: alwaysOn('live mode limits new accounts and devices'),
  APPROVAL_PAUSE: alwaysOn('live mode refuses what comes faster than anybody reads'),
  REQUESTS_PER_MINUTE: {
    neededBy: NOBODY,
    otherwise: '600',
    why: 'More than a person needs, and low enough against a flood from one address.',
    wrong: ['9', 'many'],
  },
  REQUESTS_AT_ONCE: {
    neededBy: NOBODY,
    otherwise: '256',
    why: 'The value one process was measured with.',
    wrong: ['15', 'many'],
  },
  ALARM_EMAILS: {
    neededBy: NOBODY,
    readBy: SENDERS,
    why: 'Alarms are in the log and the database alone. Operators’ addresses, separated by commas.',
    refuse: (emails) =>
      emailsIn(emails)
        .map(whyRefusedMailbox)
        .find((why) => why !== null) ?? null,
    wrong: ['ada', 'ada@example.ng bayo@example.ng', 'ada@wallet.local'],
  },
  ALARM_WEBHOOK_URL: {
    neededBy: NOBODY,
    readBy: SENDERS,
    why: 'No webhook is sent. It goes to a public https address, signed with `ALARM_WEBHOOK_SECRET`.',
    refuse: whyRefusedWebhook,
    wrong: ['http://alerts.example.ng/jara', 'https://localhost/jara', 'https://10.0.0.7/jara'],
  },
  ALARM_WEBHOOK_SECRET: {
    neededBy: NOBODY,
    readBy: SENDERS,
    why: 'As `ALARM_WEBHOOK_URL`; neither goes without the other.',
    wrong: ['short', 'a-secret-that-signs-nothing-because-there-is-no-address'],
  },
  FLOAT_THRESHOLDS: {
    neededBy: NOBODY,
    readBy: LISTENERS,
    why: 'The console shows no threshold. `paystack=500000,vtpass=100000`: the least that each should hold, in whole naira.',
    wrong: ['500000', 'paystack=', 'paystack=0', 'paystack=1.5', 'paystack=1,paystack=2', 'paystack=1,,vtpass=1'],
  },
  METRICS_ADDRESS: {
    neededBy: NOBODY,
    readBy: PROCESSES,
    why: 'No metrics are served. Plain http without a password, so an internal address; each process has its own.',
    refuse: whyRefusedMetrics,
    wrong: ['9464', 'metrics.example.ng:9464', '127.0.0.1:0', '0.0.0.0:9464', '[::]:9464', '198.41.0.4:9464'],
  },
  METRICS_PUBLIC: {
    neededBy: NOBODY,
    otherwise: 'off',
    why: '`on` accepts a public address in `METRICS_ADDRESS`, for a firewall that you rely on.',
    wrong: ['yes'],
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    neededBy: NOBODY,
    readBy: PROCESSES,
    why: 'Nothing is traced. An OpenTelemetry collector that accepts OTLP over HTTP; https, or http on the internal network.',
    refuse: whyRefusedTraces,
    wrong: ['collector:4318', 'http://collector.example.ng:4318', 'http://198.41.0.4:4318', 'grpc://10.0.0.7:4317'],
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    neededBy: NOBODY,
    readBy: PROCESSES,
    why: 'Headers for the collector, often with its key: `name=value,name=value`.',
    wrong: ['a-key', 'host=example.ng', 'authorization=Bearer%20goes-nowhere-without-an-endpoint'],
  },
  LOG_LEVEL: {
    neededBy: NOBODY,
    otherwise: 'info',
    why: 'Includes security events and alarms.',
    refuse: whyRefusedLevel,
    wrong: ['debug', 'silent', 'fatal', 'verbose'],
  },
  SANDBOX_PORT: { neededBy: NOBODY, otherwise: '3001', why: 'Live mode has no sandbox world.', wrong: ['0'] },
  SANDBOX_SMTP_PORT: {
    neededBy: NOBODY,
    otherwise: '3025',
    why: 'Only to check that `SMTP_URL` is not the sandbox world’s mail server.',
    wrong: ['0'],
  },
}

function alwaysOn(sentence: string): LiveSetting {
  return {
    neededBy: NOBODY,
    otherwise: 'on',
    why: 'It cannot be switched off.',
    refuse: (value) => (value === 'off' ? sentence : null),
    wrong: ['off', 'no'],
  }
}
