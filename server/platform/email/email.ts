import type { AccountEventKind } from '#contract/account-events.ts'
import type { MailId, UserId } from '#contract/ids.ts'

/** Plain text and nothing else: no letter of ours brings markup, pictures or anything that reports being opened. */
export type Letter = { readonly to: string; readonly subject: string; readonly text: string }

/** Hands letters to a mail server. */
export type Mailer = {
  /**
   * Ends when the mail server has taken the letter on. `id` is the same at every try, so that a server or a person can
   * tell a repeated one.
   *
   * @throws MailFailure when it was not taken on, or nobody can know
   */
  send(letter: Letter & { readonly id: MailId }): Promise<void>
}

/** `isFinal`: the mail server will not take this letter on, however often it is asked. */
export type MailFailure = Error & { readonly isFinal?: boolean }

/** What each kind of letter is written from when it is sent. */
export type MailContents = {
  'second-step-code': { readonly email: string; readonly code: string }
  'email-code': { readonly email: string }
  'password-reset': { readonly email: string }
  'account-event': {
    readonly email: string
    readonly event: AccountEventKind
    readonly browser: string | null
    readonly at: string
  }
}
export type MailKind = keyof MailContents

/** Who a letter is for and what it is about, as it was queued. `userId` is null while nobody has looked that up. */
export type Mail<Kind extends MailKind = MailKind> = {
  [K in Kind]: { readonly userId: UserId | null; readonly kind: K; readonly content: MailContents[K] }
}[Kind]

/** Writes a letter of one kind. Null: there is nobody to write to, which is no mistake. */
export type LetterWriter<Kind extends MailKind> = (
  content: MailContents[Kind],
  of: Mail<Kind>,
) => Promise<Letter | null>
export type LetterWriters = { readonly [Kind in MailKind]: LetterWriter<Kind> }
