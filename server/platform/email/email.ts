/** One email as plain text and as HTML. The HTML loads nothing, so it cannot report being opened. */
export type Email = {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Headers beyond those every email has, by name. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Hands emails to a mail server. */
export type Mailer = {
  /**
   * Resolves when the mail server has accepted the email. `id` is the same for every attempt, so that repeats are
   * recognisable. `isBulk`: one of many identical emails, so it shares connections and has the same Message-ID from any
   * process.
   *
   * @throws EmailFailure when it was not accepted, or the outcome is unknown
   */
  send(email: Email & { readonly id: string; readonly isBulk?: true }): Promise<void>
}

export type EmailFailure = Error & {
  /** The mail server will never accept this email for this reader. */
  readonly isFinal?: boolean
  /** The server refuses us: its reply, such as `MAIL FROM 550 4.7.1`, and what an operator should check. */
  readonly refusal?: { readonly label: string; readonly advice: string } | null
}
