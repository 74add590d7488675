import type { Deps } from '#server/deps.ts'
import type { EmailContents } from '#server/outbox/emails/email-kinds.ts'
import { composeEmail } from '#server/platform/email/compose-email.ts'
import type { Email } from '#server/platform/email/email.ts'

const SUBJECTS = { raised: 'alarm', lasting: 'alarm still lasts', over: 'alarm is over' } as const
const FACTS = { raised: 'was raised', lasting: 'still lasts', over: 'is over' } as const
const FACTS_OF_SEVERAL = { raised: 'were raised', lasting: 'still last', over: 'are over' } as const

/** Names kinds and ids, never a person or an amount: those are in the log and the database. */
export function composeAlarmEmail({ config }: Pick<Deps, 'config'>, content: EmailContents['alarm']): Email {
  const { email, alarm, phase, count, subjects, at } = content
  const fact = count === 1 ? `An alarm ${FACTS[phase]}` : `${count} alarms ${FACTS_OF_SEVERAL[phase]}`
  const more = count > subjects.length ? [`and ${count - subjects.length} more`] : []
  return composeEmail(config, {
    to: email,
    subject: `${SUBJECTS[phase]}: ${alarm}`,
    blocks: [
      `${fact}: ${alarm}, at ${at}.`,
      [...subjects, ...more].join('\n'),
      'The details are in the log and in the table alarms. What it means and what to do is in the runbook, under Alarms.',
    ],
  })
}
