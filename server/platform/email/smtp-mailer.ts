import { createHmac, randomBytes } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { MailSettings } from '#server/platform/config/email.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import type { Email, EmailFailure, Mailer } from './email.ts'
import { adviceOn, type RefusalSubject, readEnhancedCode, type SmtpRefusal, subjectOfRefusal } from './smtp-refusals.ts'

const CONNECT_MS = 10_000
const GREETING_MS = 10_000
/** A server that says nothing for so long is given up. */
const SILENCE_MS = 10_000
/** The whole way of one email, however often the server says a little. */
const EMAIL_MS = 20_000
/**
 * Emails on their way at once. Messages have 32 places of their own: however slow a mail server is, push and SMS still find one.
 */
export const CONCURRENT_EMAILS_MAX = 16
/** What comes while they all are taken waits this long, ms: a good mail server is done with one long before, a slow one is not waited for. */
const PLACE_WAIT_MS = 250
/** A server's answer may be so long, bytes. */
const ANSWER_MAX_BYTES = 64 * 1024

/** What can be logged about an email that was not sent: codes, and never an address, a password, an email or an answer. */
export class MailError extends Error implements EmailFailure {
  override readonly name = 'MailError'
  readonly code: string
  readonly isFinal: boolean
  readonly refusal: Exclude<EmailFailure['refusal'], undefined>

  /** `refusal` is what the mail server said, null when it said nothing. */
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

/** A connection that cannot be trusted, or that we cannot sign in to, which no answer tells of. */
const unanswered = (code: string): SmtpRefusal => ({
  command: code.startsWith('EAUTH') ? 'AUTH' : 'STARTTLS',
  status: 0,
  enhanced: null,
})

/** What went wrong without an answer: an address that is none, or a server that we cannot trust or sign in to. All else passes. */
function aboutCode(code: string): RefusalSubject {
  if (code === 'EADDRESS') return 'reader'
  return /^(?:ETLS|EAUTH)|CERT|ALTNAME/.test(code) ? 'us' : 'moment'
}

function labelOf(code: string, refusal: ReadRefusal | null): string {
  if (refusal === null) return code
  return [refusal.command, refusal.status, refusal.enhanced].filter((each) => each !== null).join(' ')
}

/** A connection that carried a bulk email stays open for the next one this long, and for at most this many: under load they need not reconnect. */
const POOLED = {
  pool: true,
  maxConnections: CONCURRENT_EMAILS_MAX,
  maxMessages: 100,
  maxRequeues: 0,
  idleTimeout: 1_000,
} as const

/**
 * Hands emails to the mail server of the settings: bulk ones over connections they share, because many may come at once, and any other
 * over a connection of its own. The errors of its `send` are MailErrors. Certificates are checked even if Node was told to accept
 * any.
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
    // How we introduce ourselves: not by the name of the machine.
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
   * The same for an email that is sent again word for word, so that it is shown once. One that got a new code meanwhile
   * has another: mailboxes hide a second email with a known id, and the first one's code has ended. A bulk email always says the
   * same, so it has the same one whichever process sends it again.
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

/** Less patience or more, and another authority for certificates. */
type ForTests = { readonly silenceMs?: number; readonly placeWaitMs?: number; readonly ca?: string }

function message(
  { to, subject, text, html, headers = {} }: Email,
  { from, fromName }: Pick<MailSettings, 'from' | 'fromName'>,
) {
  // As a list of addresses, a comma would bring a second reader.
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

/** A line break in a header would begin another header. Ours are shorter; a mail server takes no line of more. */
const HEADER_MAX_LENGTH = 900

/**
 * Only codes of what went wrong: a mail server's text repeats addresses, and the library's errors contain them and
 * more.
 */
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
