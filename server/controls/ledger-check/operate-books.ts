import type { OperatorRequestId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { askForActWithin, type Confirmation, carryOut, type HowDecided } from '#server/identity/operators/requests.ts'
import type { Database, Sql, Transaction } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { EVERYBODY } from '#server/platform/events.ts'
import { liftSuspension, readSuspensions, type Suspension } from '#server/suspension/suspensions.ts'
import { beginSnapshot, findIncoherences, type Incoherence, WHOLE_BOOK } from './check-coherence.ts'

/** Checks every row of the books now, in one snapshot, however long it takes. */
export async function checkWholeBook(database: Database): Promise<Incoherence[]> {
  return await database.transaction(findInWholeBook)
}

async function findInWholeBook(tx: Transaction): Promise<Incoherence[]> {
  await beginSnapshot(tx)
  await tx.query('set local statement_timeout = 0')
  return await findIncoherences(tx, WHOLE_BOOK)
}

/** The suspensions that two operators can lift. Only a reconciliation lifts the others. */
export async function readResumable(sql: Sql): Promise<Suspension[]> {
  return (await readSuspensions(sql)).filter(({ reason }) => reason !== 'restored')
}

/**
 * Requests to resume payments after the books, or the clock, were corrected. Another operator has to confirm. `stop`
 * names the suspension that was looked at; the default is the oldest.
 *
 * @throws RefusedError while something does not add up, and when nothing is suspended
 */
export async function requestResume(
  deps: Pick<Deps, 'database' | 'clock' | 'newId'>,
  by: ProvenOperator,
  { stop: wanted, ...how }: HowDecided & { readonly stop?: string } = {},
): Promise<OperatorRequestId> {
  return await deps.database.transaction(async (tx) => {
    await refuseIncoherent(tx)
    const stop = (await readResumable(tx)).find(({ id }) => wanted === undefined || id === wanted)
    if (stop === undefined) throw new RefusedError(NOT_STOPPED)
    const content = { stop: stop.id, since: stop.stoppedAt.toISOString(), because: stop.detail }
    return await askForActWithin(tx, deps, { ...how, act: 'resume-money', subject: stop.id, content, by })
  })
}

/**
 * Lets money out again, confirmed by another operator, and only if the whole book adds up in the same snapshot.
 * Notifies open pages.
 *
 * @throws RefusedError for the same person and a request that ended, while something does not add up, and when that
 *   suspension is no longer open
 */
export async function resumeMoney(deps: Pick<Deps, 'clock' | 'database' | 'events'>, of: Confirmation): Promise<void> {
  const { request, by } = of
  await carryOut(deps, { ...of, before: refuseIncoherent }, async (tx, at) => {
    const stop = (await readSuspensions(tx)).find(({ id }) => id === request.subject)
    if (stop === undefined) throw new RefusedError(NOT_STOPPED)
    await liftSuspension(tx, { reason: stop.reason, liftedBy: request.requestedBy, confirmedBy: by.name, at })
    return {}
  })
  deps.events.publish(EVERYBODY, { topics: ['installation'] })
}

const NOT_STOPPED = 'money is not stopped because of the books or the clock'

async function refuseIncoherent(tx: Transaction): Promise<void> {
  const [first] = await findInWholeBook(tx)
  if (first !== undefined) throw new RefusedError(`the books do not add up: ${first.rule} ${first.detail}`)
}
