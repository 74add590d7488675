import { type Mutant, mutantsOf } from './mutant.ts'

const RECOVERIES = [['server/identity/recovery/recoveries.test.ts']]
const CLOSING = [
  ['server/privacy/close-account.test.ts', 'server/tables/tables.test.ts'],
  ['server/commands/people.test.ts'],
]
const EXPORT = [['server/privacy/export-data.test.ts']]
const TOUCHED = [['server/commands/people.test.ts']]

/** A person's account and data: recovered, deleted, closed, listed. */
export const people: readonly Mutant[] = [
  ...mutantsOf('server/identity/recovery/carry-out-recovery.ts', RECOVERIES, [
    [
      'a recovery that was stopped goes on',
      'and r.stopped_at is null and r.done_at is null\n',
      'and r.done_at is null\n',
    ],
    [
      'its owner is not told',
      "await notifyOwner(tx, deps, { userId: of.userId, kind: 'recovery-begun', deviceId: null })\n",
      '',
    ],
    ['the new mailbox is not told', "await writeToNewMailbox(tx, deps, of, 'recovery-begun')\n", ''],
    [
      'what proved the former owner stays good',
      "const isOpening = table.owner === 'user_id' && table.onRecovery === 'removed'",
      'const isOpening = table.owner === null',
    ],
    [
      'sessions outlive it',
      "await tx.query('update sessions set ended_at = $2 where user_id = $1 and ended_at is null', [userId, now])\n",
      '',
    ],
    [
      'the device outlives it',
      "await tx.query('update devices set revoked_at = $2 where user_id = $1 and revoked_at is null', [userId, now])\n",
      '',
    ],
    [
      'the first day does not begin again',
      'set email = $2, new_since = $3 where id = $1',
      'set email = $2 where id = $1 and $3::timestamptz is not null',
    ],
  ]),
  ...mutantsOf('server/identity/recovery/stop-recovery.ts', RECOVERIES, [
    [
      'another account’s recovery is stopped',
      'where user_id = $1 and stopped_at is null',
      'where $1::text is not null and stopped_at is null',
    ],
  ]),
  ...mutantsOf('server/privacy/close-account.ts', CLOSING, [
    ['an old session closes', "if (!session.fresh) throw new AppError('session.not-fresh')", ''],
    [
      'anybody closes',
      "await checkApproval(deps, { ...approval, session, purpose: 'close', challenge, terms: '' })\n",
      '',
    ],
    ['money stays behind', 'availableKobo === 0n && ', ''],
    ['debts are left', 'debtKobo === 0n && ', ''],
    ['orders under way are left', ' && unfinished.length === 0', ''],
    [
      'the last email is not written',
      "await notifyOwner(tx, deps, { userId, kind: 'account-closed', deviceId })\n",
      '',
    ],
    ['emails that wait are sent', 'await dropEmails(tx, userId, deps.clock.now())\n', ''],
  ]),
  ...mutantsOf('server/privacy/remove-personal-rows.ts', CLOSING, [
    ['an open account is forgotten', 'and closed_at is not null for update', 'for update'],
  ]),
  ...mutantsOf('server/tables/sign-in.ts', CLOSING, [
    [
      'passkeys stay',
      "onClosing: 'removed',\n    onRecovery: 'removed',\n    countedAs: 'passkeys',",
      "onClosing: { stays: 'to sign in' },\n    onRecovery: 'removed',\n    countedAs: 'passkeys',",
    ],
  ]),
  ...mutantsOf('server/tables/funding.ts', CLOSING, [
    ['names stay on the numbers', "      nameReplaced: 'account_name',\n", ''],
  ]),
  ...mutantsOf('server/privacy/export-data.ts', EXPORT, [
    ['an old session exports', "if (!session.fresh) throw new AppError('session.not-fresh')", ''],
  ]),
  ...mutantsOf('server/privacy/list-affected-users.ts', TOUCHED, [
    ['nobody is asked why', 'if (reason.length < REASON_MIN_LENGTH)', 'if (false)'],
    ['nothing of the list is kept', 'await raiseAlarm(tx, deps.log, {', 'void ({'],
    ['untouched people are listed', 'where u.events + u.sessions + u.devices > 0 order by', 'order by'],
  ]),
]
