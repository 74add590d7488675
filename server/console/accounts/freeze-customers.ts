import type { FreezeCustomerBody } from '#contract/console/freezes.ts'
import type { DecisionOptions } from '#contract/console/operators.ts'
import type { SignedBody } from '#contract/console/session.ts'
import { TEAM_FREEZE_KEEPS, TEAM_FREEZES } from '#contract/freeze-words.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { offer, proveDecision } from '#server/console/decide.ts'
import type { Deps } from '#server/deps.ts'
import { parseCustomer } from '#server/identity/accounts/find-account.ts'
import { freezeByOperator, type ReadyFreeze, readFreeze } from '#server/identity/accounts/operate-freezes.ts'

/** @throws RefusedError as readFreeze */
export async function offerFreeze(
  deps: Deps,
  session: ConsoleSession,
  body: FreezeCustomerBody,
): Promise<DecisionOptions> {
  return await offer(deps, session, termsOfFreeze(await ready(deps, session, body)))
}

/** @throws RefusedError as freezeByOperator; AppError as proveDecision */
export async function freezeCustomerFromConsole(
  deps: Deps,
  session: ConsoleSession,
  of: { asked: FreezeCustomerBody; body: SignedBody },
): Promise<void> {
  const freeze = await ready(deps, session, of.asked)
  const evidence = await proveDecision(deps, session, { terms: termsOfFreeze(freeze), body: of.body })
  const { operator: by, where } = session
  const { userId: user, heading: uncheckedHeading, reason: uncheckedReason } = freeze
  // By the signed id: the email may belong to another customer now.
  await freezeByOperator(deps, { whose: { user }, uncheckedHeading, uncheckedReason, by, where, evidence })
  deps.wakeWorker()
}

async function ready(
  { database }: Pick<Deps, 'database'>,
  { operator: by }: ConsoleSession,
  { whose, heading: uncheckedHeading, reason: uncheckedReason }: FreezeCustomerBody,
): Promise<ReadyFreeze> {
  return await readFreeze(database, { whose: parseCustomer(whose), uncheckedHeading, uncheckedReason, by })
}

/** The signed text names the customer only by id, because it is stored for good. */
function termsOfFreeze({ userId, heading, reason }: ReadyFreeze): string {
  const { title, next } = TEAM_FREEZES[heading]
  return [
    `Do this: Freeze money out of the account of the customer ${userId}, at once.`,
    `The customer reads: “${title}. ${TEAM_FREEZE_KEEPS} ${next}”`,
    `Reason: ${reason}`,
  ].join('\n')
}
