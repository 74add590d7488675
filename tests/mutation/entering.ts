import { type Mutant, mutantsOf } from './mutant.ts'

const SESSION = [
  ['server/identity/sessions/session.test.ts', 'server/identity/sessions/session-token.test.ts'],
  ['server/identity/sign-in/sign-in.test.ts', 'server/identity/sessions/sessions-list.test.ts'],
  ['server/identity/accounts/figures.test.ts'],
]

/** Who gets in: passwords, second steps, sessions, and ways back. */
export const entering: readonly Mutant[] = [
  ...mutantsOf('server/identity/sessions/session.ts', SESSION, [
    ['a locked session is unlocked', "if (session.locked) throw new AppError('session.locked')", ''],
    ['a session that ended is open', 'where token_hash = ${hash} and ended_at is null', 'where token_hash = ${hash}'],
    ['a session never ends', 'row === null || age(row.created_at) >= SESSION_LIFETIME_MS', 'row === null'],
    [
      'a token before the newest is good for ever',
      'previous_token_hash = ${hash} and previous_until > ${now}',
      'previous_token_hash = ${hash} and ${now} is not null',
    ],
    ['a session never locks by itself', ' || age(row.last_seen_at) > SESSION_LOCK_MS', ''],
    ['a session is not locked by hand', 'row.locked_at !== null || ', ''],
    ['every session is fresh', 'age(row.password_at) <= SESSION_FRESH_MS', 'true'],
    ['two sessions are open', 'const endedCount = await endSessions(tx, of.userId, now)', 'const endedCount = 0'],
    ['a poll is a touch', ' || request.headers[TOUCH_HEADER] !== undefined', ' || true'],
    ['a touch keeps nothing open', 'if (isTouched && !found.locked) await keepOpen(deps, found)', ''],
    [
      'an ended session is unlocked',
      'where user_id = $1 and id = $2 and ended_at is null returning id`',
      'where user_id = $1 and id = $2 returning id`',
    ],
  ]),
  ...mutantsOf(
    'server/identity/sign-in/sign-in.ts',
    [
      ['server/identity/sign-in/sign-in.test.ts'],
      ['server/identity/sign-in/confirm-password.test.ts'],
      ['server/identity/mfa/second-step.test.ts'],
    ],
    [
      ['no password is needed', "if (!isRight) throw new AppError('session.wrong-credentials')", 'void isRight'],
      ['no wait', 'wrongBefore = await countAttempt(deps.database, deps, of.key)', 'wrongBefore = 0'],
      ['a right password leaves the wait', 'await clearAttempts(deps.database, of.key)\n', ''],
      ['the password alone opens on any device', 'if (!isOwnDevice || isStrong(factors))', 'if (false)'],
    ],
  ),
  ...mutantsOf(
    'server/identity/sign-in/complete-sign-in.ts',
    [['server/identity/sign-in/sign-in.test.ts'], ['server/identity/mfa/second-step.test.ts']],
    [
      ['sign-ins of one account do not take turns', 'and password_hash = $2 for update', 'and password_hash = $2'],
      ['a password that changed meanwhile', 'await lockAccount(tx, account)\n', ''],
      [
        'nobody is told of a new device',
        "await notifyOwner(tx, deps, { userId: account.id, kind: 'device-bound', deviceId })\n",
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'server/identity/mfa/second-step.ts',
    [['server/identity/mfa/second-step.test.ts']],
    [
      ['any code will do', '? null : wrong\n', '? null : null\n'],
      ['tries are not counted', '(await tryCode(tx, deps, { userId: signIn.id, spend }))', '(await spend())'],
      ['a sign-in takes any number of wrong codes', 'set wrong = wrong + 1 where', 'set wrong = wrong where'],
      [
        'a sign-in has no end',
        'and s.expires_at > $2 and s.wrong < $3',
        'and $2::timestamptz is not null and s.wrong < $3',
      ],
      ['a second step outlives its password', ' and u.password_hash = s.password_hash', ''],
      ['a mailed code is a way around an app', '!isStrong(await readFactors(tx, deps, userId))', 'true'],
      [
        'codes are mailed as often as asked',
        'and (mailed_at is null or mailed_at <= $5)',
        'and $5::timestamptz is not null',
      ],
      [
        'any number of sign-ins may wait',
        'if (first === undefined || open.length < OPEN_MAX) return',
        'if (1 > 0) return',
      ],
      [
        'a passkey is not looked at',
        'await checkAssertion(deps, { userId, text, assertion: passkey })',
        '{ passkeyId: userId } as never',
      ],
    ],
  ),
  ...mutantsOf(
    'server/identity/mfa/authenticator.ts',
    [['server/identity/mfa/second-step.test.ts'], ['server/identity/mfa/factors.test.ts']],
    [
      [
        'a code is good twice',
        'set last_step = $2 where user_id = $1 and last_step < $2',
        'set last_step = $2 where user_id = $1',
      ],
      ['an offered app opens', 'if (app === null || !app.isConfirmed) return false', 'if (app === null) return false'],
      [
        'an old session adds an app',
        "confirmAuthenticator(deps: Deps, session: Session, code: string): Promise<string[] | null> {\n  if (!session.fresh) throw new AppError('session.not-fresh')",
        'confirmAuthenticator(deps: Deps, session: Session, code: string): Promise<string[] | null> {',
      ],
      ['an app in use is replaced by an offer', 'where a.confirmed_at is null returning user_id', 'returning user_id'],
    ],
  ),
  ...mutantsOf(
    'server/identity/mfa/recovery-codes.ts',
    [['server/identity/mfa/second-step.test.ts'], ['server/identity/mfa/factors.test.ts']],
    [
      ['a recovery code is good twice', 'and code_hash = any($2) and used_at is null', 'and code_hash = any($2)'],
      [
        'old recovery codes stay good',
        "await tx.query('delete from recovery_codes where user_id = $1', [userId])\n",
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'server/identity/recovery/reset-password.ts',
    [['server/identity/recovery/ways-back.test.ts']],
    [
      [
        'a link is good for ever',
        'where token_hash = $1 and expires_at > $2',
        'where token_hash = $1 and $2::timestamptz is not null',
      ],
      ['a link is good twice', 'if (used.length === 0 || changed.length === 0)', 'if (changed.length > 1)'],
      [
        'sessions outlive a new password',
        "await tx.query('update sessions set ended_at = $2 where user_id = $1 and ended_at is null', [userId, now])\n",
        '',
      ],
      [
        'the device outlives a new password',
        "await tx.query('update devices set revoked_at = $2 where user_id = $1 and revoked_at is null', [userId, now])\n",
        '',
      ],
      ['asking is not slowed down', 'await countEmailAttempt(tx, deps, `reset\\n${email.toLowerCase()}`)\n', ''],
    ],
  ),
  ...mutantsOf(
    'server/identity/recovery/change-password.ts',
    [['server/identity/recovery/ways-back.test.ts']],
    [
      ['an old session changes the password', "if (!session.fresh) throw new AppError('session.not-fresh')", ''],
      [
        'nobody is told of a new password',
        "await notifyOwner(tx, deps, { userId, kind: 'password-changed', deviceId })\n",
        '',
      ],
      [
        'a link outlives a new password',
        "await tx.query('delete from password_resets where user_id = $1', [userId])\n",
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'server/identity/accounts/proof-codes.ts',
    [['server/identity/recovery/ways-back.test.ts'], ['server/alerts/sms/phone.test.ts']],
    [
      ['any code proves an email', 'return tried.some(({ right }) => right)', 'return tried.length > 0'],
      ['a code takes any number of tries', 'then wrong else wrong + 1 end', 'then wrong else wrong end'],
      [
        'a code is good for ever',
        'and expires_at > $3 and wrong < $4',
        'and $3::timestamptz is not null and wrong < $4',
      ],
      ['a code is good twice', 'then $3::timestamptz else expires_at end', 'then expires_at else expires_at end'],
    ],
  ),
  ...mutantsOf(
    'server/identity/recovery/freeze-link.ts',
    [['server/identity/recovery/ways-back.test.ts']],
    [['a made-up link freezes', ' && timingSafeEqual(given, each)', '']],
  ),
  ...mutantsOf(
    'server/identity/sign-in/sign-in-throttle.ts',
    [['server/identity/sign-in/sign-in.test.ts'], ['server/identity/sign-in/confirm-password.test.ts']],
    [
      ['many tries at once', '     where w.wait_until <= $2\n', ''],
      ['the wait does not grow', 'failures = w.failures + 1', 'failures = w.failures'],
      [
        'the wait has no end',
        'least($3 * power(2, least(w.failures, $5::int)), $4::float8)',
        '($3 * power(2, least(w.failures, $5::int)) + 0 * $4::float8)',
      ],
      ["the owner waits for a stranger's tries", "${of.ownDeviceId ?? ''}", ''],
      ['a refused try goes on', 'if (taken === undefined) throw new AppError', 'if (false) throw new AppError'],
    ],
  ),
  ...mutantsOf(
    'server/identity/devices/bind-device.ts',
    [
      ['server/identity/sign-in/sign-in.test.ts'],
      ['server/identity/devices/check-approval.test.ts', 'server/identity/pin/try-pin.test.ts'],
    ],
    [
      [
        'the old device stays',
        "await tx.query('update devices set revoked_at = $2 where user_id = $1 and revoked_at is null', [of.userId, now])\n",
        '',
      ],
      [
        'a new device has the old PIN',
        'set device_id = $2, pin_hash = null, wrong_in_row = 0',
        'set device_id = $2, wrong_in_row = 0',
      ],
      [
        'a PIN that is off comes back',
        'where user_id = $1 and (wrong_in_row >= $2',
        'where user_id = $1 and (wrong_in_row > $2',
      ],
      [
        'half the key is enough',
        'active.key_x === of.publicKey.x && active.key_y === of.publicKey.y',
        'active.key_x === of.publicKey.x',
      ],
    ],
  ),
]
