import { createHmac, randomBytes } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { MailSettings } from '#server/platform/config/email.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import type { Email, EmailFailure, Mailer } from './email.ts'
import { adviceOn, type RefusalSubject, readEnhancedCode, type SmtpRefusal, subjectOfRefusal } from './smtp-refusals.ts'

const CONNECT_MS = 10_000
const GREETING_MS = 10_000
/** A server silent this long is given up, ms. */
const SILENCE_MS = 10_000
/** Time limit for sending one email, however slowly the server replies, ms. */
const EMAIL_MS = 20_000
/**
 * Most emails being sent at once. Messages have 32 slots, so however slow a mail server is, push and SMS find a free
 * one.
 */
export const CONCURRENT_EMAILS_MAX = 16
/**
 * How long an email waits for a free place, ms. A good mail server frees one long before; nobody waits for a slow one.
 */
const PLACE_WAIT_MS = 250
/** Longest SMTP reply read, in bytes. */
const ANSWER_MAX_BYTES = 64 * 1024

/** Loggable facts about an unsent email: codes only, never an address, a password, an email's content or a reply. */
export class MailError extends Error implements EmailFailure {
  override readonly name = 'MailError'
  readonly code: string
  readonly isFinal: boolean
  readonly refusal: Exclude<EmailFailure['refusal'], undefined>

  /** `refusal` is the mail server's reply; null if there was none. */
  constructor(code: string, refusal: ReadRefusal | null) {
    super(refusal === null ? code : [code, refusal.status, refusal.enhanced].filter((each) => each !== null).join(' '))
    this.code = code
    const about = refusal?.about ?? aboutCode(code)
    this.isFinal = about === 'reader' || about === 'email'
    this.refusal =
      about === 'us' || about === 'email'
        ? { label: labelOf(code, refusal), advice: adviceOn(about, refusal ?? unanswered(code)) }
        : null
  }
}

type ReadRefusal = SmtpRefusal & { readonly about: RefusalSubject }

/** A connection that failed TLS or authentication without an SMTP reply. */
const unanswered = (code: string): SmtpRefusal => ({
  command: code.startsWith('EAUTH') ? 'AUTH' : 'STARTTLS',
  status: 0,
  enhanced: null,
})

/**
 * Who a failure without a reply is about: an invalid address, or a server we cannot trust or sign in to. Everything
 * else is temporary.
 */
function aboutCode(code: string): RefusalSubject {
  if (code === 'EADDRESS') return 'reader'
  return /^(?:ETLS|EAUTH)|CERT|ALTNAME/.test(code) ? 'us' : 'moment'
}

function labelOf(code: string, refusal: ReadRefusal | null): string {
  if (refusal === null) return code
  return [refusal.command, refusal.status, refusal.enhanced].filter((each) => each !== null).join(' ')
}

/**
 * A bulk connection stays open this long for the next email, and for at most this many: under load nothing reconnects.
 */
const POOLED = {
  pool: true,
  maxConnections: CONCURRENT_EMAILS_MAX,
  maxMessages: 100,
  maxRequeues: 0,
  idleTimeout: 1_000,
} as const

/**
 * Sends emails through the configured mail server: bulk ones over shared connections, because many may come at once,
 * any other over its own. `send` throws MailErrors. Certificates are checked even if Node was told to accept any.
 */
export function smtpMailer(
  settings: MailSettings,
  { silenceMs = SILENCE_MS, placeWaitMs = PLACE_WAIT_MS, ca }: ForTests = {},
): Mailer {
  const { host, port, tls, credentials, from, fromName } = settings
  const domain = from.slice(from.lastIndexOf('@') + 1)
  const options = {
    host,
    port,
    secure: tls === 'at-once',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) },
    ...(credentials === null ? {} : { auth: { user: credentials.user, pass: credentials.password } }),
    forceAuth: credentials !== null,
    // Our EHLO name: not the machine's.
    name: domain,
    connectionTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: silenceMs,
    maxResponseSize: ANSWER_MAX_BYTES,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as const
  const transport = createTransport(options)
  const pooled = createTransport({ ...options, ...POOLED })
  const messageKey = randomBytes(32)
  const places = createPlaces(CONCURRENT_EMAILS_MAX, placeWaitMs)

  /**
   * An email resent word for word keeps its Message-ID, so it is shown once. A resent email with a new code gets a new
   * one: mailboxes hide a second email with a known id, and the first code has expired. A bulk email never changes, so
   * its id is the same from every process.
   */
  const messageIdOf = ({ id, text, isBulk }: Parameters<Mailer['send']>[0]) =>
    isBulk
      ? `<${id}@${domain}>`
      : `<${id}.${createHmac('sha256', messageKey).update(text).digest('hex').slice(0, 16)}@${domain}>`

  return {
    async send(email) {
      if (!(await places.take())) throw new MailError('EBUSY', null)
      const late = new AbortController()
      const timer = setTimeout(() => late.abort(), EMAIL_MS)
      try {
        const sent = { ...message(email, { from, fromName }), messageId: messageIdOf(email), signal: late.signal }
        if (email.isBulk) await pooled.sendMail(sent)
        else await transport.sendMail(sent)
      } catch (error) {
        throw readError(error)
      } finally {
        clearTimeout(timer)
        places.giveBack()
      }
    },
  }
}

/** `take` is false when no place became free in time. */
function createPlaces(count: number, waitMs: number): { take(): Promise<boolean>; giveBack(): void } {
  const waiting = new Set<() => void>()
  let free = count
  return {
    async take() {
      if (free > 0) {
        free--
        return true
      }
      return await new Promise((resolve) => {
        const timer = setTimeout(() => {
          waiting.delete(handOver)
          resolve(false)
        }, waitMs)
        const handOver = () => {
          clearTimeout(timer)
          resolve(true)
        }
        waiting.add(handOver)
      })
    },
    giveBack() {
      const [next] = waiting
      if (next === undefined) {
        free++
        return
      }
      waiting.delete(next)
      next()
    },
  }
}

/** Other timeouts, and another certificate authority. */
type ForTests = { readonly silenceMs?: number; readonly placeWaitMs?: number; readonly ca?: string }

function message(
  { to, subject, text, html, headers = {} }: Email,
  { from, fromName }: Pick<MailSettings, 'from' | 'fromName'>,
) {
  // Parsed as a list of addresses, a comma would add a second recipient.
  if (!/^[^\s"(),:;<>@[\\\]]+@[^\s"(),:;<>@[\\\]]+$/.test(to)) throw new MailError('EADDRESS', null)
  return {
    envelope: { from, to: [to] },
    from: { name: cleanLine(fromName, HEADER_MAX_LENGTH), address: from },
    to: { name: '', address: to },
    subject: cleanLine(subject, HEADER_MAX_LENGTH),
    text,
    html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, cleanLine(value, HEADER_MAX_LENGTH)]),
      ),
    },
  }
}

/**
 * A line break in a header would start another header. Ours are shorter than this; mail servers reject longer lines.
 */
const HEADER_MAX_LENGTH = 900

/** Keeps only error codes: a mail server's text repeats addresses, and the library's errors contain them and more. */
function readError(error: unknown): MailError {
  if (error instanceof MailError) return error
  const read = (name: string): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined
  const codes = [read('code'), read('originalCode')].filter(
    (code): code is string => typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code),
  )
  const code = codes.length === 0 ? 'EUNKNOWN' : [...new Set(codes)].join(' ')
  return new MailError(code, readRefusal(read('command'), read('responseCode'), read('response')))
}

function readRefusal(command: unknown, status: unknown, response: unknown): ReadRefusal | null {
  const isStatus = typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 999
  if (!isStatus) return null
  const text = typeof response === 'string' ? response : ''
  const said = {
    command: typeof command === 'string' && /^[A-Z][A-Z0-9 -]{1,30}$/.test(command) ? command : 'CONN',
    status,
    enhanced: readEnhancedCode(text),
  }
  return { ...said, about: subjectOfRefusal(said, text) }
}
