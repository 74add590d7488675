import { type Mutant, mutantsOf } from './mutant.ts'

const WORKERS = [
  ['server/platform/jobs/worker.test.ts'],
  ['tests/concurrency/orders-workers.test.ts'],
  ['server/deposits/webhooks/receive-hint.test.ts'],
]
/** The lease, the fence, and the hints that lead to work. */
export const queue: readonly Mutant[] = [
  ...mutantsOf('server/platform/jobs/queue.ts', WORKERS, [
    ['two workers take the same work', 'limit $3 for update skip locked', 'limit $3'],
    ['workers wait for one another', 'for update skip locked', 'for update'],
    [
      'work that somebody holds is taken',
      'where due_at <= $1 and (lease_until is null or lease_until <= $1 or lease_until > $5)',
      'where due_at <= $1 and $5::timestamptz is not null',
    ],
    [
      'work that somebody holds is taken by name',
      'where kind = $1 and subject_id = $2 and (lease_until is null or lease_until <= $3 or lease_until > $5)',
      'where kind = $1 and subject_id = $2 and $3::timestamptz is not null and $5::timestamptz is not null',
    ],
    [
      'a lease that a clock ahead has given lasts',
      'where due_at <= $1 and (lease_until is null or lease_until <= $1 or lease_until > $5)',
      'where due_at <= $1 and $5::timestamptz is not null and (lease_until is null or lease_until <= $1)',
    ],
    ['work that is not due is taken', 'where due_at <= $1 and (', 'where ('],
    [
      'the fence does not grow',
      'update jobs j set lease_until = $2, fence = j.fence + 1',
      'update jobs j set lease_until = $2, fence = j.fence',
    ],
    [
      'the fence does not grow by name',
      'update jobs set lease_until = $4, fence = fence + 1',
      'update jobs set lease_until = $4, fence = fence',
    ],
    [
      'the fence is not asked',
      "'select 1 from jobs where kind = $1 and subject_id = $2 and fence = $3 for update'",
      "'select 1 from jobs where kind = $1 and subject_id = $2 and $3::bigint is not null for update'",
    ],
    ['the fence is not locked', 'and fence = $3 for update', 'and fence = $3'],
    ['a lost fence writes all the same', 'if (rows.length === 0) throw new FenceLostError(claim)', ''],
    ['a transaction begins without the fence', 'await holdFence(tx, claim)\n', ''],
    [
      'a lease that was lost is renewed',
      'where kind = $1 and subject_id = $2 and fence = $3 and lease_until is not null',
      'where kind = $1 and subject_id = $2 and $3::bigint is not null and lease_until is not null',
    ],
    ['work that was put back is held again', 'and fence = $3 and lease_until is not null', 'and fence = $3'],
    [
      "somebody else's work is put back",
      '     where kind = $1 and subject_id = $2 and fence = $3`,\n    [claim.kind, claim.subjectId, claim.fence, claim.wakeCount, work.dueAt',
      '     where kind = $1 and subject_id = $2 and $3::bigint is not null`,\n    [claim.kind, claim.subjectId, claim.fence, claim.wakeCount, work.dueAt',
    ],
    [
      "somebody else's work is finished",
      'where kind = $1 and subject_id = $2 and fence = $3 and wake_count = $4 returning 1',
      'where kind = $1 and subject_id = $2 and $3::bigint is not null and wake_count = $4 returning 1',
    ],
    [
      'a hint that came meanwhile is lost',
      'and fence = $3 and wake_count = $4 returning 1',
      'and fence = $3 and $4::int is not null returning 1',
    ],
    ['a hint that came meanwhile waits', 'case when wake_count = $4 then', 'case when $4::int is not null then'],
    [
      'a hint delays what is due',
      'set due_at = least(jobs.due_at, excluded.due_at)',
      'set due_at = greatest(jobs.due_at, excluded.due_at)',
    ],
    ['hints are not counted', ', wake_count = jobs.wake_count + 1', ''],
    [
      'a second hint fails',
      '     on conflict (kind, subject_id) do update\n     set due_at = least(jobs.due_at, excluded.due_at), wake_count = jobs.wake_count + 1,\n       set_at = case when jobs.due_at <= excluded.due_at then jobs.set_at else excluded.set_at end`',
      '     `',
    ],
    ['a lease ends at once', 'now.getTime() + LEASE_MS', 'now.getTime()'],
  ]),
  ...mutantsOf('server/platform/jobs/worker.ts', WORKERS, [
    ['the lease is not renewed', 'renew(deps.database, claim, deps.clock.now())', 'Promise.resolve()'],
    [
      'work that failed is lost',
      'await reschedule(deps.database, claim, { dueAt: new Date(now.getTime() + pauseMs), now })',
      'await finish(deps.database, claim, now)',
    ],
  ]),
  ...mutantsOf(
    'server/deposits/webhooks/receive-hint.ts',
    [
      ['server/deposits/webhooks/receive-hint.test.ts'],
      ['server/payments/bills/callbacks.test.ts'],
      ['server/payments/bpc/buy-by-transfer.test.ts'],
    ],
    [
      [
        'a repeated event fails',
        '     on conflict (provider, event_key) do update set times = webhook_events.times + 1 returning times`',
        '     returning times`',
      ],
      [
        'a repeated rejection fails',
        'values ($1, $2, $3, $4, $5) on conflict do nothing`',
        'values ($1, $2, $3, $4, $5)`',
      ],
      ['a stranger fills the database', '    if (order === null) return null\n    const event', '    const event'],
      [
        'nothing is asked after a hint',
        'await enqueuePayment(tx, { provider, reference: hint.reference, dueAt: now, now })',
        '',
      ],
    ],
  ),
]
