import { z } from 'zod'
import { DEFAULT_PASSWORD, isDefaultPassword } from './default-password.ts'
import { whyRefusedMailbox } from './live-refusals.ts'
import { SENDERS, type SettingRows } from './setting.ts'

const address = z
  .email('an email address is needed')
  .max(254)
  .regex(/^[!-~]+$/, 'an email address is needed')

const SUBMISSION_PORT = 587
const SUBMISSION_OVER_TLS_PORT = 465
const SANDBOX_FROM = 'emails@jara.sandbox.example'

/** How emails are sent. Sandbox mode needs none of these: its world takes every email. */
export const mailSettings = {
  SMTP_URL: {
    type: z.string().max(1_000).refine(isMailServer, 'smtps://user:password@host:port is needed'),
    secret: true,
    target: 'mail',
    meaning:
      'The mail server: `smtps://user:password@host:port` speaks TLS at once, `smtp://…` begins it with STARTTLS. See [Email](../operate/email.md).',
    unset: 'the sandbox world',
    live: {
      neededBy: SENDERS,
      needs: 'a mail server',
      why: 'Emails prove addresses, reset passwords and warn users. A web process sends none.',
      refuse: whyRefusedMailServer,
      wrong: ['smtp://localhost:3025', 'smtps://emails:password@mail.example.ng', 'mail.example.ng:465'],
    },
  },
  MAIL_FROM: {
    type: address,
    target: 'mail',
    meaning: 'The sender address of all emails; the sender name is `JARA_BRAND`.',
    unset: `\`${SANDBOX_FROM}\``,
    live: {
      neededBy: SENDERS,
      needs: 'the address emails come from',
      why: 'As `SMTP_URL`. Its domain publishes which mail servers may send for it, so it must be public.',
      refuse: whyRefusedMailbox,
      wrong: ['emails', 'emails@localhost.localdomain', 'emails@jara.sandbox.example', 'Jara <emails@example.ng>'],
    },
  },
} as const satisfies SettingRows

type Read = {
  readonly JARA_BRAND: string
  readonly SANDBOX_SMTP_PORT: number
  readonly SMTP_URL?: string | undefined
  readonly MAIL_FROM?: string | undefined
}

/** The mail server, and the sender of emails. */
export type MailSettings = {
  readonly host: string
  readonly port: number
  /** `at-once`: TLS from the first byte. `starttls`: nothing is sent before TLS. `none`: on this machine only. */
  readonly tls: 'at-once' | 'starttls' | 'none'
  readonly credentials: { readonly user: string; readonly password: string } | null
  /** An address without a name. */
  readonly from: string
  /** The name people read beside the address. */
  readonly fromName: string
}

/** Without SMTP_URL emails go to the sandbox world's mail server. */
export function mailFrom(read: Read): MailSettings {
  const from = read.MAIL_FROM ?? SANDBOX_FROM
  return { ...mailServer(read.SMTP_URL ?? sandboxUrl(read)), from, fromName: read.JARA_BRAND }
}

/** Why live mode refuses a mail server; null if it does not. Live emails are real and never go to the sandbox world. */
function whyRefusedMailServer(url: string, { SANDBOX_SMTP_PORT }: Pick<Read, 'SANDBOX_SMTP_PORT'>): string | null {
  const { host, port, credentials } = mailServer(url)
  if (credentials !== null && isDefaultPassword(credentials.password, credentials.user)) return DEFAULT_PASSWORD
  return isHere(host) && port === SANDBOX_SMTP_PORT ? 'live mode sends no email to the sandbox world' : null
}

const sandboxUrl = (read: Read) => `smtp://127.0.0.1:${read.SANDBOX_SMTP_PORT}`

function mailServer(text: string): Omit<MailSettings, 'from' | 'fromName'> {
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const credentials =
    url.username === '' ? null : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
  const isOverTls = url.protocol === 'smtps:'
  // Passwords never travel in the clear, nor do emails that leave this machine.
  const beginsWithTls = credentials !== null || !isHere(host)
  return {
    host,
    port: url.port === '' ? (isOverTls ? SUBMISSION_OVER_TLS_PORT : SUBMISSION_PORT) : Number(url.port),
    tls: isOverTls ? 'at-once' : beginsWithTls ? 'starttls' : 'none',
    credentials,
  }
}

function isMailServer(text: string): boolean {
  if (!/^[!-~]+$/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname, pathname, search, hash, username, password, port } = new URL(text)
  if (protocol !== 'smtp:' && protocol !== 'smtps:') return false
  if (hostname === '' || port === '0' || !['', '/'].includes(pathname) || search !== '' || hash !== '') return false
  // A user without a password, the reverse, or a broken %-escape authenticates nowhere.
  return (username === '') === (password === '') && isReadable(username) && isReadable(password)
}

function isReadable(text: string): boolean {
  try {
    return /^\P{C}*$/u.test(decodeURIComponent(text))
  } catch {
    return false
  }
}

function isHere(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}
