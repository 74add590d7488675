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
   * Resolves when the mail server has accepted the email. `id` is the same for every attempt, so that a server or a person can
   * tell a repeated one. `isBulk`: it is one of many whose words never change, so it shares connections with others, and has the same
   * Message-ID from any process.
   *
   * @throws EmailFailure when it was not taken on, or nobody can know
   */
  send(email: Email & { readonly id: string; readonly isBulk?: true }): Promise<void>
}

export type EmailFailure = Error & {
  /** The mail server will never accept this email for this reader. */
  readonly isFinal?: boolean
  /** It refuses us: what it said, as `MAIL FROM 550 4.7.1`, and what an operator has to look at. */
  readonly refusal?: { readonly label: string; readonly advice: string } | null
}
