import type { Database, Transaction } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { RefusedError } from '../../errors.ts'
import { EVERYBODY, tellNodes } from '../../events.ts'
import { liftStop } from '../../stops/money-stops.ts'
import { readTwoOperators, type TwoOperators } from '../support/operator.ts'
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

/**
 * Lets money out again after the books were put right: by two people, and only when the whole book adds up in the same
 * snapshot. Open pages are told.
 *
 * @throws RefusedError without two people, while something does not add up, and when nothing is stopped
 */
export async function resumeMoney(deps: Pick<Deps, 'database' | 'clock'>, unchecked: TwoOperators): Promise<void> {
  const { by, confirmedBy } = readTwoOperators(unchecked)
  await deps.database.transaction(async (tx) => {
    const [first] = await findInWholeBook(tx)
    if (first !== undefined) throw new RefusedError(`the books do not add up: ${first.rule} ${first.detail}`)
    const lifted = await liftStop(tx, { reason: 'books', liftedBy: by, confirmedBy, at: deps.clock.now() })
    if (!lifted) throw new RefusedError('money out is not stopped because of the books')
  })
  await tellNodes(deps.database, EVERYBODY, { topics: ['installation'] })
}
