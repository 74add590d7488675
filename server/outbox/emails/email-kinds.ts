import type { AccountEventKind } from '#contract/account-events.ts'
import type { UserId, VisitorId } from '#contract/ids.ts'
import type { Email } from '#server/platform/email/email.ts'

/** A notice to operators about alarms of one kind. */
export type AlarmNotice = {
  readonly alarm: string
  readonly phase: 'raised' | 'lasting' | 'over'
  readonly count: number
  /** Ids of the alarms' subjects; only the first ones if there are many. */
  readonly subjects: readonly string[]
  readonly at: string
}

/** The content from which each kind of email is written when it is sent. */
export type EmailContents = {
  'second-step-code': { readonly email: string; readonly code: string }
  'email-code': { readonly email: string }
  'password-reset': { readonly email: string }
  'visitor-code': { readonly email: string }
  /** `asks`: it is a question. Emails queued without it are answers. */
  'visitor-answer': { readonly visitorId: VisitorId; readonly trackingNumber: string; readonly asks?: boolean }
  'account-event': {
    readonly email: string
    readonly event: AccountEventKind
    readonly browser: string | null
    readonly at: string
  }
  alarm: AlarmNotice & { readonly email: string }
}
export type EmailKind = keyof EmailContents

/** An email's recipient and content, as queued. `userId` is null until it was looked up. */
export type QueuedEmail<Kind extends EmailKind = EmailKind> = {
  [K in Kind]: { readonly userId: UserId | null; readonly kind: K; readonly content: EmailContents[K] }
}[Kind]

/** Writes an email of one kind. Null: there is nobody to write to, which is not an error. */
export type EmailComposer<Kind extends EmailKind> = (
  content: EmailContents[Kind],
  of: QueuedEmail<Kind>,
) => Promise<Email | null>
export type EmailComposers = { readonly [Kind in EmailKind]: EmailComposer<Kind> }
