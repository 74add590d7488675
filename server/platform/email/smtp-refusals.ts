/**
 * Who or what a mail server's refusal is about.
 *
 * - `reader`: no email reaches this address. Given up at once.
 * - `mailbox`: the reader's mailbox is full. Tried again.
 * - `email`: this email, whoever sends it. Given up at once, with an alarm.
 * - `us`: our server, account, domain or sending quota. Tried again, with an alarm: the reader's address is fine.
 * - `moment`: too busy, greylisting, or an unspecific reply. Tried again.
 */
export type RefusalSubject = 'reader' | 'mailbox' | 'email' | 'us' | 'moment'

/** A parsed refusal from a mail server, without its text. */
export type SmtpRefusal = {
  /** The command that it refused: `MAIL FROM`, `RCPT TO`, `DATA`, `AUTH PLAIN`, `CONN`. */
  readonly command: string
  /** The three-digit status code. */
  readonly status: number
  /** The enhanced status code of RFC 3463, such as `5.1.1`; null if missing or unspecific (`5.0.0`). */
  readonly enhanced: string | null
}

type Row = {
  /** Matches the enhanced code after its class. */
  readonly detail: RegExp
  readonly command?: RegExp
  readonly isTemporary?: boolean
  readonly about: RefusalSubject
}

const READERS = /^(?:RCPT TO|DATA)$/

/**
 * Enhanced codes; the first matching row wins. The code counts more than the command: Postfix judges the sender only at
 * RCPT TO, and some servers name the mailbox only after DATA.
 */
const BY_ENHANCED_CODE: readonly Row[] = [
  // The sender's address, and limits for senders: Google says 5.4.5 at its daily sending limit.
  { detail: /^1\.[78]$/, about: 'us' },
  { detail: /^4\.5$/, about: 'us' },
  { detail: /^3\./, isTemporary: true, about: 'moment' },
  // Any other reply to MAIL FROM is about the sender.
  { detail: /./, command: /^(?!RCPT TO$|DATA$)/, about: 'us' },
  { detail: /^2\.2$/, about: 'mailbox' },
  { detail: /^(?:2\.3|3\.4|6\.\d+)$/, about: 'email' },
  // Greylisting. All other policy codes are about the sender: blocklists, authentication, reputation, relaying.
  { detail: /^7\.[01]$/, command: /^RCPT TO$/, isTemporary: true, about: 'moment' },
  { detail: /^7\./, about: 'us' },
  { detail: /^5\./, about: 'us' },
  { detail: /^[124]\./, isTemporary: true, about: 'moment' },
  { detail: /^[124]\./, about: 'reader' },
  { detail: /^3\./, about: 'us' },
]

/** Words of older servers without enhanced codes. Blocklists and limits reply 550, like an unknown mailbox. */
const BY_WORDS: readonly { readonly words: RegExp; readonly about: RefusalSubject }[] = [
  { words: /mailbox (?:is )?full|over ?quota|quota exceeded|exceeded storage/i, about: 'mailbox' },
  {
    words: /block|black ?list|spam|reputation|\brbl\b|dnsbl|policy|relay|authenticat|\b(?:spf|dkim|dmarc)\b/i,
    about: 'us',
  },
  { words: /too many|limit|exceed/i, about: 'us' },
]

/**
 * Reads who a refusal is about. Where a server contradicts itself (`550 4.7.1`), it counts as temporary.
 *
 * @param uncheckedText the server's words, used where it gives no enhanced code
 */
export function subjectOfRefusal({ command, status, enhanced }: SmtpRefusal, uncheckedText: string): RefusalSubject {
  // 421: the server closes the connection, whatever the command.
  if (status === 421) return enhanced?.startsWith('4.7.') === true ? 'us' : 'moment'
  if (enhanced === null) return withoutCode({ command, status }, uncheckedText)
  const isTemporary = status < 500 || enhanced.startsWith('4.')
  const detail = enhanced.slice(enhanced.indexOf('.') + 1)
  // Too much of something of ours, unless the reader's mailbox is full.
  if (status === 452) return detail === '2.2' ? 'mailbox' : 'us'
  const row = BY_ENHANCED_CODE.find(
    (each) =>
      each.detail.test(detail) &&
      (each.command?.test(command) ?? true) &&
      (each.isTemporary === undefined || each.isTemporary === isTemporary),
  )
  return row?.about ?? (isTemporary ? 'moment' : 'us')
}

/**
 * RFC 5321, section 4.2.3, and RFC 7504: only 550, 551, 553 and 556 in reply to RCPT TO mean that the address does not
 * exist.
 */
function withoutCode({ command, status }: Omit<SmtpRefusal, 'enhanced'>, uncheckedText: string): RefusalSubject {
  if (!READERS.test(command)) return 'us'
  const said = BY_WORDS.find(({ words }) => words.test(uncheckedText))
  if (said !== undefined) return said.about
  if (status === 452) return 'us'
  if (status < 500) return 'moment'
  if (status === 552) return 'mailbox'
  return command === 'RCPT TO' && [550, 551, 553, 556].includes(status) ? 'reader' : 'us'
}

/** The enhanced code at the start of a reply; null if missing or unspecific. */
export function readEnhancedCode(uncheckedText: string): string | null {
  const code = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?!\S)/.exec(uncheckedText)?.[1] ?? null
  return code === null || /^\d\.0\.0$/.test(code) ? null : code
}

/** What an operator should check. Each text follows "The mail server refuses our emails". */
export function adviceOn(about: 'us' | 'email', { command, enhanced, status }: SmtpRefusal): string {
  if (about === 'email') return 'it does not take an email of this size or content, which was given up'
  if (command.startsWith('AUTH')) return 'it does not accept the user and the password in SMTP_URL'
  if (command === 'STARTTLS') return 'there is no encrypted connection to it that can be trusted'
  if (status === 452 || status === 421 || enhanced?.endsWith('.4.5') === true)
    return 'our sending limit there is used up'
  if (command === 'MAIL FROM' || /\.1\.[78]$/.test(enhanced ?? ''))
    return 'it does not accept our sender, or not so many emails'
  return 'it blocks us or our domain: look at blocklists, SPF, DKIM and DMARC'
}
