import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { addAlerts } from '#server/outbox/alerts/add-alert.ts'
import type { NewAlert } from '#server/outbox/alerts/alert.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { type Claim, inFence } from '#server/platform/jobs/queue.ts'

/** People per page, each page in one transaction. */
const ROUND_PAGE = 500

/** An alert to many people, each once. */
export type Round = {
  /** Identifies the round and its stored progress. */
  readonly id: string
  /** Read in the transaction of each page. Null: it is no longer true or nobody needs it, so the round ends. */
  readonly read: (tx: Transaction) => Promise<Content | null>
}
type Content = {
  /** Who gets it: an SQL condition on `users u`, with $3 and up for `params`. Closed accounts are always skipped. */
  readonly isFor: string
  readonly params: readonly unknown[]
  readonly toAlert: (userId: UserId) => NewAlert
}

/**
 * Alerts the next page of people. Alerts and progress commit together, so an interrupted round resumes after its last
 * page and reaches nobody twice. Returns whether it is complete.
 */
export async function alertPage(
  deps: Pick<Deps, 'clock' | 'database' | 'newId'>,
  claim: Claim,
  round: Round,
  size = ROUND_PAGE,
): Promise<boolean> {
  return await inFence(deps.database, claim, async (tx) => {
    const now = deps.clock.now()
    const place = await readPlace(tx, round.id, now)
    if (place.endedAt !== null) return true
    const content = await round.read(tx)
    const people = content === null ? [] : await listPeople(tx, content, { after: place.lastUserId, size })
    if (content !== null) {
      const alerts = people.filter(({ isFor }) => isFor).map(({ id }) => content.toAlert(id))
      await addAlerts(tx, deps, alerts)
    }
    const isOver = people.length < size
    await tx.query('update alert_rounds set last_user_id = $2, ended_at = $3 where id = $1', [
      round.id,
      people.at(-1)?.id ?? place.lastUserId,
      isOver ? now : null,
    ])
    return isOver
  })
}

type Place = { readonly lastUserId: string; readonly endedAt: Date | null }

async function readPlace(tx: Transaction, id: string, now: Date): Promise<Place> {
  await tx.query('insert into alert_rounds (id, began_at) values ($1, $2) on conflict do nothing', [id, now])
  const [place] = await tx.query<Place>(
    'select last_user_id as "lastUserId", ended_at as "endedAt" from alert_rounds where id = $1',
    [id],
  )
  if (place === undefined) throw new Error(`a round that does not exist: ${id}`)
  return place
}

async function listPeople(
  tx: Transaction,
  { isFor, params }: Content,
  { after, size }: { after: string; size: number },
): Promise<{ id: UserId; isFor: boolean }[]> {
  return await tx.query(
    `select u.id, ${isFor} as "isFor" from users u where u.id > $1 and u.closed_at is null order by u.id limit $2`,
    [after, size, ...params],
  )
}
