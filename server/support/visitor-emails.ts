import { SECOND_STEP_LIFETIME_MS } from '#contract/constants.ts'
import type { Deps } from '#server/deps.ts'
import type { EmailContents } from '#server/outbox/emails/email-kinds.ts'
import { composeEmail, type Sender } from '#server/platform/email/compose-email.ts'
import type { Email } from '#server/platform/email/email.ts'

const CODE_MINUTES = SECOND_STEP_LIFETIME_MS / 60_000

/** The same email for everyone, with or without an account. */
export function visitorCodeEmail(config: Sender, to: string, code: string): Email {
  return composeEmail(config, {
    to,
    subject: 'your code for support',
    blocks: [
      'Somebody wants to write to support with this email, or to read the answers. If that was you, type this code there:',
      { code },
      `It works once, for ${CODE_MINUTES} minutes. Do not give it to anyone. It opens no account.`,
      'If it was not you, you do not need to do anything.',
    ],
  })
}

/** Null once the visitor's email is erased: there is nobody to write to. */
export async function composeVisitorAnswerEmail(
  { config, database }: Pick<Deps, 'config' | 'database'>,
  { visitorId, trackingNumber, asks = false }: EmailContents['visitor-answer'],
): Promise<Email | null> {
  const [visitor] = await database.query<{ email: string }>(
    `select email from visitors where id = $1 and email not like 'closed-%@invalid'`,
    [visitorId],
  )
  if (visitor === undefined) return null
  const how = 'open support and enter this email. We send you a new code there.'
  return composeEmail(config, {
    to: visitor.email,
    subject: asks ? `a question about ${trackingNumber}` : `an answer to ${trackingNumber}`,
    blocks: [
      asks
        ? `Support has a question about your report ${trackingNumber}, and is waiting for your answer. To read and answer it, ${how}`
        : `Support has answered your report ${trackingNumber}. To read the answer, and to write back, ${how}`,
      { button: asks ? 'Read the question' : 'Read the answer', url: `${config.publicUrl}/help` },
    ],
  })
}
