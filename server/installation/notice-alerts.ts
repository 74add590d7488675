import { NOTICE_TO_RECENT_MS } from '#contract/alert-limits.ts'
import type { OrderKind } from '#contract/kinds/kinds.ts'
import { pausedWhat, pauseHeading, pauseTail } from '#contract/pauses.ts'
import { lagosMoment } from '#contract/time.ts'
import { alertPage, type Round } from '#server/alerts/alert-round.ts'
import type { Deps } from '#server/deps.ts'
import type { AlertFacts } from '#server/outbox/alerts/kinds/kinds.ts'
import { dueJobs } from '#server/outbox/jobs/jobs.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Claim } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'

/** With ROUND_PAGE people a page, a hundred thousand of them are reached within four minutes. */
const PAGE_PAUSE_MS = 1_000
const ENDED = ' ended'

/** A bank notice or a pause that two operators set: when it applies, and what people read. */
type Notice = {
  readonly startsAt: Date
  readonly endsAt: Date
  readonly said: Omit<AlertFacts['notice'], 'until'>
  /** Null: nothing is said at its end, because another one applies. */
  readonly saidAtEnd: AlertFacts['notice-ended'] | null
}

/** Schedules alerts for the start and end of a notice, in the transaction that sets it. */
export async function scheduleNoticeAlerts(
  tx: Transaction,
  of: { readonly id: string; readonly startsAt: Date; readonly endsAt: Date; readonly now: Date },
): Promise<void> {
  const job = { kind: 'notice-alerts', userId: null, now: of.now } as const
  const jobs = dueJobs([
    { ...job, subjectId: of.id, dueAt: of.startsAt },
    { ...job, subjectId: `${of.id}${ENDED}`, dueAt: of.endsAt },
  ])
  await tx.query(jobs.text, jobs.params)
}

/** Brings the end alert forward for a notice that ends early, in the transaction that ends it. */
export async function hurryEndAlerts(tx: Transaction, { id, now }: { id: string; now: Date }): Promise<void> {
  const { text, params } = dueJobs([
    { kind: 'notice-alerts', subjectId: `${id}${ENDED}`, userId: null, dueAt: now, now },
  ])
  await tx.query(text, params)
}

/**
 * Alerts everyone who signed in lately to a notice and, when it ends, those who got that alert, page by page. While a
 * page is written the notice cannot be ended, so nobody is alerted to one that is over.
 */
export async function alertOfNotice(deps: Deps, claim: Claim): Promise<JobResult> {
  const isEnd = claim.subjectId.endsWith(ENDED)
  const id = isEnd ? claim.subjectId.slice(0, -ENDED.length) : claim.subjectId
  const now = deps.clock.now()
  const notice = await deps.database.transaction((tx) => readNotice(tx, id, now))
  if (notice === null) return 'done'
  const dueAt = isEnd ? notice.endsAt : notice.startsAt
  if (now < dueAt) return { dueAt }
  const round = { id: claim.subjectId, read: isEnd ? toEnd(id, now) : toBeginning(id, now) }
  const isOver = await alertPage(deps, claim, round)
  return isOver ? 'done' : { dueAt: new Date(now.getTime() + PAGE_PAUSE_MS) }
}

function toBeginning(id: string, now: Date): Round['read'] {
  return async (tx) => {
    const notice = await readNotice(tx, id, now)
    if (notice === null || notice.endsAt <= now) return null
    const facts = { ...notice.said, until: notice.endsAt.toISOString() }
    return {
      isFor: 'exists (select 1 from sessions s where s.user_id = u.id and s.password_at > $3)',
      params: [new Date(now.getTime() - NOTICE_TO_RECENT_MS)],
      toAlert: (userId) => ({ userId, kind: 'notice', subjectId: id, facts }),
    }
  }
}

function toEnd(id: string, now: Date): Round['read'] {
  return async (tx) => {
    const facts = (await readNotice(tx, id, now))?.saidAtEnd ?? null
    if (facts === null) return null
    return {
      isFor: `exists (select 1 from alerts a where a.user_id = u.id and a.subject_id = $3 and a.kind = 'notice')`,
      params: [id],
      toAlert: (userId) => ({ userId, kind: 'notice-ended', subjectId: id, facts }),
    }
  }
}

/** Reads and locks a notice until the transaction ends. */
async function readNotice(tx: Transaction, id: string, now: Date): Promise<Notice | null> {
  return id.startsWith('pau_') ? await readPause(tx, id, now) : await readBankNotice(tx, id)
}

async function readBankNotice(tx: Transaction, id: string): Promise<Notice | null> {
  const [row] = await tx.query<{ bank: string; meaning: string; source: string; startsAt: Date; endsAt: Date }>(
    `select bank, meaning, source, starts_at as "startsAt", coalesce(ended_at, expires_at) as "endsAt"
     from bank_notices where id = $1 for share`,
    [id],
  )
  if (row === undefined) return null
  const { bank, meaning, source, startsAt, endsAt } = row
  return {
    startsAt,
    endsAt,
    said: { heading: `Bank notice: ${bank}`, sentence: `${meaning} Source: ${source}.` },
    saidAtEnd: {
      heading: `The notice about ${bank} has ended`,
      sentence: `We no longer show the notice about ${bank} from ${lagosMoment(startsAt)}.`,
    },
  }
}

type PauseRow = {
  readonly kind: OrderKind
  readonly serviceName: string | null
  readonly reason: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly isPausedStill: boolean
}

async function readPause(tx: Transaction, id: string, now: Date): Promise<Notice | null> {
  const [row] = await tx.query<PauseRow>(
    `select p.kind, p.service_name as "serviceName", p.reason, p.set_at as "startsAt",
       coalesce(p.lifted_at, p.ends_at) as "endsAt", exists (
         select 1 from kind_pauses other where other.id <> p.id and other.kind = p.kind and other.lifted_at is null
           and other.ends_at > $2 and (p.service is null or other.service is null or other.service = p.service)
       ) as "isPausedStill"
     from kind_pauses p where p.id = $1 for share of p`,
    [id, now],
  )
  if (row === undefined) return null
  const { reason, startsAt, endsAt, isPausedStill, ...pause } = row
  const what = pausedWhat(pause)
  return {
    startsAt,
    endsAt,
    said: { heading: pauseHeading(pause), sentence: `${reason} ${pauseTail(endsAt.toISOString())}` },
    saidAtEnd: isPausedStill
      ? null
      : { heading: `${what} is no longer paused`, sentence: `The pause from ${lagosMoment(startsAt)} is over.` },
  }
}
