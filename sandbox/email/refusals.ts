type MailRefusal = {
  readonly command: 'MAIL FROM' | 'RCPT TO' | 'DATA'
  readonly status: number
  /** Begins with the enhanced status code of RFC 3463, where there is one. */
  readonly text: string
}

/** How the mail server refuses, by fault: in the wording of RFC 5321, RFC 3463 and the large mail services. */
export const MAIL_REFUSALS = {
  refuse: { command: 'RCPT TO', status: 550, text: '5.1.1 Mailbox not available' },
  'mailbox-full': { command: 'RCPT TO', status: 552, text: '5.2.2 Mailbox full' },
  greylisted: { command: 'RCPT TO', status: 450, text: '4.7.1 Greylisted, please try again later' },
  blocklisted: { command: 'RCPT TO', status: 554, text: '5.7.1 Client host blocked, it is on a blocklist' },
  'sender-refused': { command: 'MAIL FROM', status: 550, text: '4.7.1 Sender refused by policy' },
  'sending-quota': { command: 'DATA', status: 550, text: '5.4.5 Daily sending quota exceeded' },
} as const satisfies Record<string, MailRefusal>

export const MAIL_REFUSAL_NAMES = Object.keys(MAIL_REFUSALS) as readonly (keyof typeof MAIL_REFUSALS)[]

/** The refusal that a fault demands at this command, in the library's form. */
export function refusalAt(command: MailRefusal['command'], fault: string | undefined): Error | null {
  const row = Object.entries<MailRefusal>(MAIL_REFUSALS).find(([name]) => name === fault)?.[1]
  return row?.command === command ? mailRefusal(row.status, row.text) : null
}

export function mailRefusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}
