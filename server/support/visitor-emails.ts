import { SECOND_STEP_LIFETIME_MS } from '#contract/constants.ts'
import type { Deps } from '#server/deps.ts'
import { composeEmail, type Sender } from '#server/platform/email/compose-email.ts'
import type { Email, EmailContents } from '#server/platform/email/email.ts'

const CODE_MINUTES = SECOND_STEP_LIFETIME_MS / 60_000

/** The same for everybody, with an account or without one. */
export function visitorCodeEmail(config: Sender, to: string, code: string): Email {
  return composeEmail(config, to, 'your code for support', [
    'Somebody wants to write to support with this email, or to read the answers. If that was you, type this code there:',
    code,
    `It is good once, for ${CODE_MINUTES} minutes. Give it to nobody. It opens no account.`,
    'If it was not you, you need to do nothing.',
  ])
}

/** Null once the visitor's email was erased: then there is nobody to write to. */
export async function composeVisitorAnswerEmail(
  { config, database }: Pick<Deps, 'config' | 'database'>,
  { visitorId, trackingNumber, asks = false }: EmailContents['visitor-answer'],
): Promise<Email | null> {
  const [visitor] = await database.query<{ email: string }>(
    `select email from visitors where id = $1 and email not like 'closed-%@invalid'`,
    [visitorId],
  )
  if (visitor === undefined) return null
  const open = `open ${config.publicUrl}/help and enter this email. We send you a new code there.`
  if (asks) {
    return composeEmail(config, visitor.email, `a question about ${trackingNumber}`, [
      `Support has a question about your report ${trackingNumber}, and is waiting for your answer. To read the question and to answer it, ${open}`,
    ])
  }
  return composeEmail(config, visitor.email, `an answer to ${trackingNumber}`, [
    `Support has answered your report ${trackingNumber}. To read the answer, and to write back, ${open}`,
  ])
}
