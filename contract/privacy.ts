/** The format of the file from `POST /api/me/export`. A changed format gets a new name. */
export const EXPORT_FORMAT = 'jara-data-1'

/** Replaces the name of every closed account. */
export const CLOSED_ACCOUNT_NAME = 'Closed account'

/**
 * What is kept of a person after the account is closed (`DELETE /api/me`), and why. Everything else is removed or
 * replaced. The page that tells people about their data and docs/reference/security/data.md say the same.
 */
export const KEPT_AFTER_CLOSING = [
  {
    what: 'Each movement of money in the wallet, with its amount and time',
    why: 'The books may not be changed afterwards. They hold no name, only the number of the account.',
  },
  {
    what: 'Payments: who was paid, with name and number, what was agreed to, its signature, and each step',
    why: 'They prove what was paid to whom, and that it was agreed to. The email and name typed for a BPC stand there too.',
  },
  {
    what: 'Lists that were approved, with the names and numbers in them',
    why: 'They are the text that was signed.',
  },
  {
    what: 'The lines of the history, with the names and numbers of the other side',
    why: 'They are the readable form of the books.',
  },
  {
    what: 'Money that came in, with the name of its sender',
    why: 'A bank can ask about it, or take it back, long afterwards.',
  },
  {
    what: 'The account numbers that were issued, without their name',
    why: 'Money that still comes in on one is recognised, set aside and sent back, and never credited.',
  },
  {
    what: 'Reports to support, with what was written',
    why: 'They are the record of what was promised and done.',
  },
  {
    what: 'What happened to the account and when, and the public keys of its devices',
    why: 'They answer who did what, when somebody asks after a theft, and check the signatures of payments.',
  },
  {
    what: 'A lower daily limit that we set for the account, when and why',
    why: 'It is a decision about the account that somebody may ask about later.',
  },
  {
    what: 'The kinds of emails sent and when, for 30 days, without their text',
    why: 'They answer whether an email was sent.',
  },
] as const
