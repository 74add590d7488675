import { FREEZE_REASONS, mayFreezeFor } from '#contract/console/freeze-reasons.ts'
import { FREEZES_A_DAY_MAX } from '#contract/console/limits.ts'
import { FREEZE_HEADINGS, type FreezeHeading, isFreezeHeading } from '#contract/freezes.ts'
import type { FreezeId, OperatorRequestId, UserId } from '#contract/ids.ts'
import { DAY_MS, lagosMoment } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine, IN_TERMINAL } from '#server/identity/operators/audit-lines.ts'
import { type ProvenOperator, readReason } from '#server/identity/operators/operator.ts'
import {
  askForAct,
  type Confirmation,
  carryOut,
  type HowDecided,
  type OperatorRequest,
  type RequestContent,
  signedAlone,
} from '#server/identity/operators/requests.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { findAccount, type UncheckedWhose } from './find-account.ts'
import { writeFreeze } from './freeze.ts'

type FreezeDeps = Pick<Deps, 'clock' | 'database' | 'events' | 'keys' | 'log' | 'newId' | 'randomBytes'>

/** The act in the audit line of a freeze. */
const FREEZE = 'freeze-customer'

/** `uncheckedReason` is stored in the record; the customer reads the heading alone. */
export type UncheckedFreeze = {
  readonly whose: UncheckedWhose
  readonly uncheckedHeading: string
  readonly uncheckedReason: string
}

/** A validated freeze, not yet made. */
export type ReadyFreeze = { readonly userId: UserId; readonly heading: FreezeHeading; readonly reason: string }

/**
 * The customer whose money out is to be frozen, and why.
 *
 * @throws RefusedError without a reason, for a heading that this role may not give, for an unknown account, and when
 *   our team has frozen it already
 */
export async function readFreeze(sql: Sql, of: UncheckedFreeze & { by: ProvenOperator }): Promise<ReadyFreeze> {
  const heading = readHeading(of.by, of.uncheckedHeading)
  const reason = readReason(of.uncheckedReason)
  const userId = await findAccount(sql, of.whose)
  const freeze = await findFreeze(sql, userId)
  if (freeze !== null && (freeze.heading !== 'wish' || heading === 'wish')) throw new RefusedError(FROZEN_ALREADY)
  return { userId, heading, reason }
}

const FROZEN_ALREADY = 'an operator has frozen this account already. Nothing was changed'

function readHeading({ role }: ProvenOperator, heading: string): FreezeHeading {
  if (!isFreezeHeading(heading)) {
    const known = FREEZE_HEADINGS.map((each) => `${each} (${FREEZE_REASONS[each].name})`)
    throw new RefusedError(`for which reason? ${known.join(', ')}`)
  }
  if (!mayFreezeFor(role, heading)) {
    throw new RefusedError(
      `the role ${role} may not freeze an account for this reason: ${FREEZE_REASONS[heading].name}`,
    )
  }
  return heading
}

/**
 * Freezes a customer's money out at once, as its owner can. One operator may do it alone, because waiting costs the
 * customer money. Lifting it takes two, or the owner if it was their wish.
 *
 * @throws RefusedError as readFreeze, and after FREEZES_A_DAY_MAX in 24 hours
 */
export async function freezeByOperator(
  deps: FreezeDeps,
  of: UncheckedFreeze & HowDecided & { readonly by: ProvenOperator },
): Promise<ReadyFreeze> {
  const freeze = await readFreeze(deps.database, of)
  const { userId, heading, reason } = freeze
  const id = deps.newId('frz')
  await deps.database.transaction(async (tx) => {
    // Checked again in the statement that freezes: of two operators at once, one is refused.
    if (!(await writeFreeze(tx, deps, { userId, deviceId: null, byTeam: { id, heading } }))) {
      throw new RefusedError(FROZEN_ALREADY)
    }
    const { by, where = IN_TERMINAL } = of
    const after = { freeze: id, heading, ...signedAlone(of).after }
    await addAuditLine(tx, deps, { by, where, act: FREEZE, subject: userId, reason, after })
    await refuseTooMany(tx, by, deps.clock.now())
  })
  deps.log.warn({ userId, operatorId: of.by.id }, 'money out frozen by an operator')
  deps.events.publish(userId, { topics: ['session'] })
  return freeze
}

/** Called after this freeze's audit line, which the next freeze waits for, so concurrent ones are counted right. */
async function refuseTooMany(sql: Sql, { id }: ProvenOperator, now: Date): Promise<void> {
  const earlier = await sql.query<{ at: Date }>(
    'select at from operator_audit where act = $1 and operator_id = $2 order by number desc offset $3 limit 1',
    [FREEZE, id, FREEZES_A_DAY_MAX],
  )
  if (earlier.some(({ at }) => now.getTime() - at.getTime() < DAY_MS))
    throw new RefusedError(
      `you have frozen ${FREEZES_A_DAY_MAX} accounts in 24 hours, the most that one operator may. Ask another operator. Nothing was changed`,
    )
}

/** A customer's freeze by our team. `by` is the operator's name. */
export type StandingFreeze = {
  readonly id: FreezeId
  readonly userId: UserId
  readonly heading: FreezeHeading
  readonly at: Date
  readonly by: string
  /** When its owner froze it too; null: they have not. */
  readonly ownersAt: Date | null
}

/** Null: our team has not frozen it. */
export async function findFreeze(sql: Sql, userId: UserId): Promise<StandingFreeze | null> {
  return await select(sql, 'u.id = $1', userId)
}

async function select(sql: Sql, condition: 'u.id = $1' | 'u.operator_freeze_id = $1', value: string) {
  const [found] = await sql.query<StandingFreeze>(
    `select u.operator_freeze_id as id, u.id as "userId", u.operator_freeze_heading as heading,
       u.operator_frozen_at as at, u.frozen_at as "ownersAt", coalesce((select o.name from operator_audit a
         join operators o on o.id = a.operator_id where a.subject = u.id and a.act = '${FREEZE}'
         order by a.number desc limit 1), '') as by
     from users u where ${condition} and u.operator_freeze_id is not null`,
    [value],
  )
  return found ?? null
}

/** `uncheckedReason`: why it can be lifted. */
export type UncheckedUnfreeze = { readonly whose: UncheckedWhose; readonly uncheckedReason: string }

/**
 * The exact content of a request to lift a freeze by our team.
 *
 * @throws RefusedError without a reason, for an unknown account, and when our team has not frozen it
 */
export async function readUnfreeze(
  sql: Sql,
  { whose, uncheckedReason }: UncheckedUnfreeze,
): Promise<{ readonly subject: FreezeId; readonly content: RequestContent }> {
  const reason = readReason(uncheckedReason)
  const freeze = await findFreeze(sql, await findAccount(sql, whose))
  if (freeze === null)
    throw new RefusedError('no operator has frozen this account: what its owner froze, only they lift')
  const { id, userId, heading, at, by } = freeze
  return {
    subject: id,
    content: { customer: userId, heading, since: at.toISOString(), frozenBy: by, reason },
  }
}

/** A request to lift a freeze, in one sentence. */
export function summaryOfUnfreeze({ customer, heading = '', since = '', frozenBy }: RequestContent): string {
  const name = isFreezeHeading(heading) ? FREEZE_REASONS[heading].name : heading
  return `Lift the freeze of the customer ${customer}, made by ${frozenBy} on ${lagosMoment(new Date(since))}: ${name}.`
}

/**
 * Requests that a freeze by our team be lifted. Another operator has to confirm it.
 *
 * @throws RefusedError as readUnfreeze
 */
export async function requestUnfreeze(
  deps: Pick<Deps, 'clock' | 'database' | 'newId'>,
  of: UncheckedUnfreeze & HowDecided & { readonly by: ProvenOperator },
): Promise<OperatorRequestId> {
  const { subject, content } = await readUnfreeze(deps.database, of)
  const { customer, reason = null } = content
  const asked = { ...of, act: 'unfreeze-customer', subject, content, reason, after: { customer } } as const
  return await askForAct(deps, asked)
}

/**
 * The freeze of a request to lift it.
 *
 * @throws RefusedError when it was lifted or replaced since
 */
export async function readFreezeToLift(
  sql: Sql,
  { subject }: Pick<OperatorRequest, 'subject'>,
): Promise<StandingFreeze> {
  const freeze = await select(sql, 'u.operator_freeze_id = $1', subject)
  if (freeze === null) throw new RefusedError('this freeze was lifted or replaced since: look at the customer again')
  return freeze
}

/**
 * Lifts a freeze by our team, confirmed by a second operator, once. What its owner froze themselves stays.
 *
 * @throws RefusedError as confirmRequest, and when it was lifted or replaced since
 */
export async function unfreezeByOperators(deps: FreezeDeps, of: Confirmation): Promise<void> {
  const { content, subject } = of.request
  const userId = content.customer as UserId
  await carryOut(deps, of, async (tx) => {
    const lifted = await tx.query(
      `update users set operator_freeze_id = null, operator_frozen_at = null, operator_freeze_heading = null
       where operator_freeze_id = $1 and id = $2 and closed_at is null returning id`,
      [subject, userId],
    )
    if (lifted.length === 0) throw new RefusedError('this freeze was lifted or replaced since. Nothing was changed')
    await notifyOwner(tx, deps, { userId, kind: 'unfrozen-by-team', deviceId: null })
    return { reason: content.reason ?? null, after: { customer: userId } }
  })
  deps.log.warn({ userId, operatorId: of.by.id }, 'money out unfrozen by two operators')
  deps.events.publish(userId, { topics: ['session'] })
}
