import { FREEZE_REASONS } from '#contract/console/freeze-reasons.ts'
import { lagosMoment } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { readFreezeToLift } from '#server/identity/accounts/operate-freezes.ts'
import type { OperatorRequest } from '#server/identity/operators/requests.ts'
import { countOpenSessions } from '#server/identity/sessions/operate-sessions.ts'
import { sentenceOfEvent } from '#server/outbox/alerts/account-events.ts'
import { OPEN_STATES } from '#server/payments/orders/machine.ts'
import type { Sql } from '#server/platform/db/database.ts'

type ForeseeDeps = Pick<Deps, 'clock' | 'database'>

export const SUMMARY_OF_ENDING_ALL = 'End every session of every customer.'
export const EFFECTS_OF_ENDING_ALL = [
  'Every session that is open when this is confirmed ends, one customer after the other. Passwords, PINs, passkeys and devices stay.',
  'Payments that were approved continue.',
  `Each of these customers reads, in an email and under Security: “${sentenceOfEvent('sessions-ended')}”`,
]

/** The effects on customers of lifting a freeze, and of ending everybody's sessions. */
export const FORESEE_ACCOUNTS = {
  'unfreeze-customer': async ({ clock, database }: ForeseeDeps, request: OperatorRequest) => {
    const { userId, heading, at, by, ownersAt } = await readFreezeToLift(database, request)
    return {
      effects: [
        ownersAt === null
          ? 'They can pay and buy from the wallet again at once.'
          : `Its owner has frozen it as well, since ${lagosMoment(ownersAt)}. That stays until they lift it.`,
        `The customer reads, in an email and under Security: “${sentenceOfEvent('unfrozen-by-team')}”`,
      ],
      details: [
        { label: 'Frozen since', value: lagosMoment(at) },
        { label: 'Frozen by', value: by },
        { label: 'For', value: FREEZE_REASONS[heading].name },
        { label: 'Why, in their words', value: await whyFrozen(database, userId) },
        { label: 'Open orders', value: `${await countOpenOrders(database, userId)}, ${lagosMoment(clock.now())}` },
      ],
    }
  },
  'end-all-sessions': async (deps: ForeseeDeps) => {
    const { sessions, people } = await countOpenSessions(deps)
    const at = lagosMoment(deps.clock.now())
    return {
      effects: EFFECTS_OF_ENDING_ALL,
      details: [
        { label: 'Open sessions', value: `${sessions}, ${at}` },
        { label: 'Customers signed in', value: `${people}, ${at}` },
      ],
    }
  },
}

/** What the operator who froze it wrote. */
async function whyFrozen(sql: Sql, userId: string): Promise<string> {
  const [line] = await sql.query<{ reason: string }>(
    `select reason from operator_audit where subject = $1 and act = 'freeze-customer' order by number desc limit 1`,
    [userId],
  )
  return line?.reason ?? ''
}

async function countOpenOrders(sql: Sql, userId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'select count(*)::int as count from orders where user_id = $1 and state = any($2::text[])',
    [userId, [...OPEN_STATES, 'awaiting_payment']],
  )
  return row?.count ?? 0
}
