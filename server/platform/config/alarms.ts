import { z } from 'zod'
import { whyRefusedMailbox, whyRefusedWebhook } from './live-refusals.ts'
import { SENDERS, type SettingRows } from './setting.ts'

const EMAILS_MAX = 10
/** A shorter secret could be brute-forced from one webhook. */
const SECRET_MIN_LENGTH = 32

/** How alarms go out to operators. */
export const alarmSettings = {
  ALARM_EMAILS: {
    type: z
      .string()
      .max(2_000)
      .refine(areEmails, `email addresses, separated by commas, ${EMAILS_MAX} at most, are needed`),
    target: 'alarms',
    meaning: 'Operators’ email addresses, separated by commas, ten at most: [Alarms](../operate/alarms/README.md).',
    live: {
      readBy: SENDERS,
      why: 'Alarms are in the log and the database alone. Operators’ addresses, separated by commas.',
      refuse: (emails: string) =>
        emailsIn(emails)
          .map(whyRefusedMailbox)
          .find((why) => why !== null) ?? null,
      wrong: ['ada', 'ada@example.ng bayo@example.ng', 'ada@wallet.local'],
    },
  },
  ALARM_WEBHOOK_URL: {
    type: z
      .string()
      .max(1_000)
      .refine(isAddress, 'an http or https address is needed, such as https://alerts.example.ng/jara'),
    secret: true,
    target: 'alarms',
    meaning: 'Where alarms are posted; in live mode a public https address.',
    live: {
      readBy: SENDERS,
      why: 'No webhook is sent. It goes to a public https address, signed with `ALARM_WEBHOOK_SECRET`.',
      refuse: whyRefusedWebhook,
      wrong: ['http://alerts.example.ng/jara', 'https://localhost/jara', 'https://10.0.0.7/jara'],
    },
  },
  ALARM_WEBHOOK_SECRET: {
    type: z
      .string()
      .max(200)
      .refine((text) => text.length >= SECRET_MIN_LENGTH, `${SECRET_MIN_LENGTH} characters or more are needed`),
    secret: true,
    target: 'alarms',
    meaning: 'Signs each webhook; 32 characters or more.',
    live: {
      readBy: SENDERS,
      why: 'As `ALARM_WEBHOOK_URL`; neither goes without the other.',
      wrong: ['short', 'a-secret-that-signs-nothing-because-there-is-no-address'],
    },
  },
} as const satisfies SettingRows

type Read = { readonly [name in keyof typeof alarmSettings]?: string | undefined }

export type AlarmWebhook = { readonly url: string; readonly secret: string }

export type AlarmSettings = {
  readonly emails: readonly string[]
  /** Null: no webhook is sent. */
  readonly webhook: AlarmWebhook | null
}

export function alarmsFrom({
  ALARM_EMAILS,
  ALARM_WEBHOOK_URL: url,
  ALARM_WEBHOOK_SECRET: secret,
}: Read): AlarmSettings {
  return {
    emails: emailsIn(ALARM_EMAILS ?? ''),
    webhook: url === undefined || secret === undefined ? null : { url, secret },
  }
}

/** Both or neither: an unsigned webhook could be anybody's, and a secret alone sends nothing. */
export function alarmContradictions({ ALARM_WEBHOOK_URL: url, ALARM_WEBHOOK_SECRET: secret }: Read): string[] {
  if ((url === undefined) === (secret === undefined)) return []
  return url === undefined
    ? ['ALARM_WEBHOOK_SECRET: it signs what goes to ALARM_WEBHOOK_URL: set that too']
    : ['ALARM_WEBHOOK_URL: webhooks are signed: set ALARM_WEBHOOK_SECRET too']
}

function emailsIn(text: string): readonly string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

function areEmails(text: string): boolean {
  const emails = emailsIn(text)
  return emails.length > 0 && emails.length <= EMAILS_MAX && emails.every((each) => z.email().safeParse(each).success)
}

function isAddress(text: string): boolean {
  if (!/^[!-~]+$/.test(text) || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}
