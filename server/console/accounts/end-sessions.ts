import type { EndSessionsBody, SessionsEnded } from '#contract/console/accounts.ts'
import type { DecisionOptions } from '#contract/console/operators.ts'
import type { SignedBody } from '#contract/console/session.ts'
import type { UserId } from '#contract/ids.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { offer, proveDecision } from '#server/console/decide.ts'
import type { Deps } from '#server/deps.ts'
import { parseCustomer } from '#server/identity/accounts/find-account.ts'
import { endSessionsByOperator, readEnding } from '#server/identity/sessions/operate-sessions.ts'

/** @throws RefusedError as readEnding */
export async function offerEnding(
  deps: Deps,
  session: ConsoleSession,
  body: EndSessionsBody,
): Promise<DecisionOptions> {
  return await offer(deps, session, (await readOnes(deps, body)).terms)
}

/** @throws RefusedError as endSessionsByOperator; AppError as proveDecision */
export async function endSessionsFromConsole(
  deps: Deps,
  session: ConsoleSession,
  of: { asked: EndSessionsBody; body: SignedBody },
): Promise<SessionsEnded> {
  const { user, reason, terms } = await readOnes(deps, of.asked)
  const evidence = await proveDecision(deps, session, { terms, body: of.body })
  const { operator, where } = session
  // By the signed id: the email may belong to another customer now.
  const ended = { whose: { user }, uncheckedReason: reason, operator, where, evidence }
  return { sessions: (await endSessionsByOperator(deps, ended)).sessions }
}

type Ones = { readonly user: UserId; readonly reason: string; readonly terms: string }

/** The signed text names the customer only by id, because it is stored for good. */
async function readOnes({ database }: Pick<Deps, 'database'>, { whose, reason: why }: EndSessionsBody): Promise<Ones> {
  const { userId: user, reason } = await readEnding(database, { whose: parseCustomer(whose), uncheckedReason: why })
  return { user, reason, terms: `Do this: End every session of the customer ${user}.\nReason: ${reason}` }
}
