import type { Deps } from '#server/deps.ts'
import { alarmRefusedJobs } from '#server/outbox/alarms/alarm-refused-jobs.ts'
import * as jobs from '#server/platform/jobs/worker.ts'
import { JOB_KINDS, type JobKind } from './job-kinds.ts'

export type JobHandlers = Readonly<Record<JobKind, jobs.JobHandler>>
export type Worker = jobs.Worker<JobKind>

/** A worker for every kind of job. Raises an alarm when the database refuses a job's writes. */
export function createWorker(deps: Pick<Deps, 'database' | 'clock' | 'log'>, handlers: JobHandlers): Worker {
  return jobs.createWorker<JobKind>(deps, {
    handlers,
    laneOf: LANES,
    afterFailure: (claim, error) => alarmRefusedJobs(deps, claim, error),
  })
}

const LANES = Object.fromEntries(Object.entries(JOB_KINDS).map(([kind, { lane }]) => [kind, lane])) as Readonly<
  Record<JobKind, jobs.Lane>
>
