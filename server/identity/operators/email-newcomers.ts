import type { Deps } from '#server/deps.ts'
import { makeLinksOfNewcomers, type PracticeLink } from '#server/identity/operators/enrolment-links.ts'
import { composeEmail } from '#server/platform/email/compose-email.ts'
import type { Email } from '#server/platform/email/email.ts'

/** No real mailbox: the sandbox world shows every email. */
const TO = 'operators@jara.sandbox.example'

type EmailDeps = Parameters<typeof makeLinksOfNewcomers>[0] & Pick<Deps, 'log' | 'mailer'>

/** Whether new operators' links go to the sandbox world: in sandbox mode, if one process has every role. */
export function showsLinksInSandbox({ mode, mail, role }: Deps['config']): boolean {
  return mode === 'sandbox' && role === 'all' && mail.tls === 'none'
}

/**
 * In sandbox mode, emails the sandbox world a link for each new operator without a passkey, so that one person can play
 * two operators. The passkey still opens nothing until another operator has confirmed it.
 *
 * Sent at once and not queued: if a link does not arrive, the next sign-in after its expiry creates a new one.
 */
export async function emailNewcomers(deps: EmailDeps): Promise<void> {
  if (!showsLinksInSandbox(deps.config)) return
  for (const link of await makeLinksOfNewcomers(deps)) {
    try {
      await deps.mailer.send({ id: deps.newId('mai'), ...emailTo(deps.config, link) })
    } catch (err) {
      deps.log.warn({ err }, 'the link of a new operator did not reach the sandbox world')
    }
  }
}

function emailTo(config: Deps['config'], { operator, address }: PracticeLink): Email {
  return composeEmail(config, {
    to: TO,
    subject: `a practice passkey for the operator ${operator}`,
    blocks: [
      'Open this link once, within 15 minutes, in a private window or another browser:',
      { button: 'Add the passkey', url: address },
      `It adds a passkey for ${operator}. Another operator then confirms it in the console, under Operators.`,
      'Live mode never emails such a link: operators make their own on the server.',
    ],
  })
}
