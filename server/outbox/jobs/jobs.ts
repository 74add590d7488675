import type { Sql, Transaction } from '#server/platform/db/database.ts'
import type { Write } from '#server/platform/db/rows.ts'
import * as queue from '#server/platform/jobs/queue.ts'
import type { JobKind } from './job-kinds.ts'

/**
 * The queue of server/platform/jobs/, typed with the kinds of jobs. Other folders name kinds only through this file.
 */
export type DueJob = queue.DueJob<JobKind>

export const enqueue: (sql: Sql, job: DueJob) => Promise<void> = queue.enqueue
export const dueJobs: (jobs: readonly DueJob[]) => Write = queue.dueJobs
export const countDue: (sql: Sql, kind: JobKind, until: Date) => Promise<number> = queue.countDue
export const takeOver: (
  tx: Transaction,
  of: { readonly kind: JobKind; readonly subjectId: string; readonly now: Date },
) => Promise<void> = queue.takeOver
