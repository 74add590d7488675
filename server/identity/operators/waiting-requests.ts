import type { OperatorId, OperatorRequestId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { ADMITTED } from './operator.ts'
import { type OperatorRequest, type TwoPersonAct, WITH_NAMES } from './requests.ts'

type ReadDeps = Pick<Deps, 'clock' | 'database'>

/** A selection of waiting requests. */
export type Waiting = {
  /** Only these acts. */
  readonly acts?: readonly TwoPersonAct[]
  /** Only requests that this operator may confirm: not their own, and whose authors may still make them. */
  readonly toConfirmBy?: OperatorId
  /** Only those after this one. An invalid id comes after all. */
  readonly after?: string | undefined
  readonly limit: number
}

export type WaitingPage = {
  readonly requests: readonly OperatorRequest[]
  /** The last one's id, if there are more. */
  readonly next: OperatorRequestId | null
  /** The total number, on all pages. */
  readonly total: number
}

const OPEN = 'r.confirmed_at is null and r.expires_at > $1'
const STILL_ASKED = `o.${ADMITTED.replace(' and ', ' and o.')} and operator_may_ask(o.role, r.act)`

/** One page of the requests that wait for another operator, oldest first, because the oldest expires first. */
export async function listWaiting({ clock, database }: ReadDeps, of: Waiting): Promise<WaitingPage> {
  const { acts = null, toConfirmBy = null, after = null, limit } = of
  const where = `${OPEN} and ($2::text[] is null or r.act = any($2))
    and ($3::text is null or r.requested_by <> $3 and ${STILL_ASKED})`
  const filter = [clock.now(), acts, toConfirmBy]
  const [rows, [counted]] = await Promise.all([
    database.query<OperatorRequest>(
      `${WITH_NAMES} where ${where} and ($4::text is null
         or (r.requested_at, r.id) > (select a.requested_at, a.id from operator_requests a where a.id = $4))
       order by r.requested_at, r.id limit $5`,
      [...filter, after, limit + 1],
    ),
    database.query<{ total: number }>(
      `select count(*)::int as total from operator_requests r join operators o on o.id = r.requested_by where ${where}`,
      filter,
    ),
  ])
  const requests = rows.slice(0, limit)
  const next = rows.length > limit ? (requests.at(-1)?.id ?? null) : null
  return { requests, next, total: counted?.total ?? 0 }
}

/** A waiting request, by its subject. */
export type WaitingSubject = Pick<OperatorRequest, 'id' | 'act' | 'subject'>

/** All waiting requests for these acts. There are few: each operator has at most REQUESTS_WAITING_MAX. */
export async function listSubjectsWaiting(
  { clock, database }: ReadDeps,
  acts: readonly TwoPersonAct[],
): Promise<WaitingSubject[]> {
  return await database.query<WaitingSubject>(
    `select r.id, r.act, r.subject from operator_requests r join operators o on o.id = r.requested_by
     where ${OPEN} and r.act = any($2) and ${STILL_ASKED} order by r.requested_at, r.id`,
    [clock.now(), acts],
  )
}
