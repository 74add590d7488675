import { type Mutant, mutantsOf } from './mutant.ts'

const APPROVAL = [
  ['server/features/devices/check-approval.test.ts'],
  ['server/features/devices/try-pin.test.ts'],
  ['server/features/accounts/freeze.test.ts'],
  ['server/features/orders/frozen.test.ts'],
]
const SECRET = [['server/secret-change.test.ts']]
const PIN = [
  ['server/features/devices/try-pin.test.ts'],
  ['server/features/devices/check-approval.test.ts'],
  ['tests/concurrency/orders-many-at-once.test.ts'],
]
const BINDING = [['server/features/accounts/register.test.ts'], ...APPROVAL]
const PASSKEY = [
  ['server/features/passkeys/check-assertion.test.ts'],
  ['server/features/orders/approved-by-passkey.test.ts'],
  ['server/features/passkeys/add-passkey.test.ts'],
]
const SESSION = [
  ['server/features/accounts/session.test.ts'],
  ['server/features/accounts/sign-in.test.ts', 'server/features/accounts/sessions-list.test.ts'],
  ['server/features/accounts/figures.test.ts'],
]

/** Who may, and who agreed. */
export const approval: readonly Mutant[] = [
  ...mutantsOf('server/features/devices/check-approval.ts', APPROVAL, [
    [
      "another session's device approves",
      'deviceId === session.deviceId ? await findActiveDevice(deps, session) : null',
      'await findActiveDevice(deps, session)',
    ],
    ['a device that was replaced approves', ' and d.revoked_at is null`', '`'],
    [
      'no signature is needed',
      "if (!isSignedBy({ x: device.key_x, y: device.key_y }, text, signature)) throw new AppError('approval.invalid')",
      '',
    ],
    ['no PIN is needed', 'await tryPin(deps, session, approval)\n', ''],
    ['a challenge is not used up', 'await consumeChallenge(deps, approval.session, approval.challenge)\n', ''],
    ['an order uses a challenge up', "if (approval.purpose !== 'order') {", 'if (true) {'],
    [
      'a frozen account approves up to the lock',
      "if (device.frozen_at !== null) throw new AppError('money-out.frozen')",
      '',
    ],
    ['a pause after wrong PINs is passed over', 'if (leftMs > 0) throw', 'if (false) throw'],
    ['no use of a passkey is counted', 'await countUse(deps, session.userId, use)\n', ''],
    [
      'a passkey approves a frozen account',
      'await requireOpen(deps, approval, device)\n    await countUse',
      'await countUse',
    ],
  ]),
  ...mutantsOf('server/features/devices/device-key.ts', BINDING, [
    [
      'every signature is good',
      "return verify('sha256', Buffer.from(text, 'utf8'), { key: importedKey(key), dsaEncoding: 'ieee-p1363' }, bytes)",
      'return true',
    ],
    [
      'the terms are not signed',
      "const termsHash = createHash('sha256').update(of.terms, 'utf8').digest('base64url')",
      "const termsHash = createHash('sha256').update('', 'utf8').digest('base64url')",
    ],
    [
      'the purpose is not signed',
      '`jara.v1\\n${of.purpose}\\n${of.challenge}\\n${termsHash}`',
      '`jara.v1\\norder\\n${of.challenge}\\n${termsHash}`',
    ],
    [
      'the challenge is not signed',
      '`jara.v1\\n${of.purpose}\\n${of.challenge}\\n${termsHash}`',
      '`jara.v1\\n${of.purpose}\\n\\n${termsHash}`',
    ],
    ['one key for all devices', 'const name = `${key.x}.${key.y}`', "const name = 'key'"],
    ['any key is bound', "throw new AppError('account.device-key-invalid', { cause })", ''],
  ]),
  ...mutantsOf('server/features/devices/challenges.ts', APPROVAL, [
    [
      'a challenge is good twice',
      '`delete from challenges where user_id = $1 and challenge = $2 and session_id = $3 and expires_at > $4\n     returning challenge`',
      '`select challenge from challenges where user_id = $1 and challenge = $2 and session_id = $3 and expires_at > $4`',
    ],
    [
      "another session's challenge is good",
      ' and session_id = $3 and expires_at > $4',
      ' and $3::text is not null and expires_at > $4',
    ],
    [
      'a challenge never expires',
      'and session_id = $3 and expires_at > $4',
      'and session_id = $3 and $4::timestamptz is not null',
    ],
    [
      'a challenge that is gone is good',
      "if (consumed.length === 0) throw new AppError('approval.challenge-used')",
      '',
    ],
    [
      'text from outside reaches the database',
      "if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) throw new AppError('approval.challenge-used')",
      '',
    ],
    ['challenges fill the table', 'CHALLENGES_OPEN_MAX - 1', '1_000_000'],
  ]),
  ...mutantsOf('server/features/devices/try-pin.ts', PIN, [
    ['a wrong PIN is right', 'if (tried.wrong_in_row === 0) return', 'return'],
    [
      'a wrong PIN is not counted in a row',
      'case when pin_hash = any($3) then 0 else wrong_in_row + 1 end',
      'case when pin_hash = any($3) then 0 else least(wrong_in_row + 1, 1) end',
    ],
    [
      'a right PIN leaves the count',
      'wrong_in_row = case when pin_hash = any($3) then 0 else wrong_in_row + 1 end',
      'wrong_in_row = case when pin_hash = any($3) then wrong_in_row else wrong_in_row + 1 end',
    ],
    [
      'there is no wait',
      'case when pin_hash <> all($3) and wrong_in_row + 1 >= $8 then $5::timestamptz end',
      'case when $5::timestamptz is null or $8::int is null then $5::timestamptz end',
    ],
    ['the wait is passed over', '         and (wait_until is null or wait_until <= $4)\n', ''],
    ['the PIN is never off', '         and wrong_in_row < $9\n', '         and $9::int is not null\n'],
    [
      'ten a day are not counted',
      '         and (select count(*) from unnest(wrong_at) wrong where wrong > $6) < $10\n       returning',
      '       returning',
    ],
    [
      'wrong tries of the day are forgotten',
      "|| case when pin_hash = any($3) then '{}'::timestamptz[] else array[$4::timestamptz] end",
      "|| case when $4::timestamptz is null then array[$4::timestamptz] else '{}'::timestamptz[] end",
    ],
    [
      'wrong tries of the day stay for ever',
      'array(select wrong from unnest(wrong_at) wrong where wrong > $6)\n           ||',
      'wrong_at\n           ||',
    ],
    [
      "another device's PIN is good",
      'where user_id = $1 and device_id = $2 and pin_hash is not null\n',
      'where user_id = $1 and $2::text is not null and pin_hash is not null\n',
    ],
    [
      'the tenth freezes nothing',
      'where wrong_in_row > 0 and wrong_today >= $10',
      'where wrong_in_row > 0 and wrong_today > $10',
    ],
    [
      'a refused try is a right one',
      'if (tried === undefined) throw await explainRefusal(deps, session, of.purpose, now)',
      'if (tried === undefined) return',
    ],
  ]),
  ...mutantsOf(
    'server/features/devices/set-pin.ts',
    [['server/features/accounts/confirm-password.test.ts'], ...PIN],
    [
      ['a PIN is set by an old session', "if (!session.fresh) throw new AppError('session.not-fresh')", ''],
      ['a PIN is set on a replaced device', "if (rows.length === 0) throw new AppError('session.none')", ''],
      ['a PIN is kept without a key', "createHmac('sha256', deps.keys.pinPepper)", "createHmac('sha256', '')"],
      ['a new PIN stays off', 'set pin_hash = $3, wrong_in_row = 0, wait_until = null', 'set pin_hash = $3'],
    ],
  ),
  ...mutantsOf('server/features/passkeys/check-assertion.ts', PASSKEY, [
    [
      'a passkey of anybody',
      'from passkeys where user_id = $1 and credential_id = $2',
      'from passkeys where $1::text is not null and credential_id = $2',
    ],
    [
      'made for another account',
      "userHandle != null && Buffer.from(userHandle, 'base64url').toString() !== of.userId",
      'false',
    ],
    ['a key of any kind', 'requireKnownAlgorithm(publicKey)\n', '\n'],
    ['signed in a frame', 'decodeClientDataJSON(clientDataJSON).crossOrigin === true', 'false'],
    ['without recognising the person', 'requireUserVerification: true', 'requireUserVerification: false'],
    ['any challenge', 'expectedChallenge: challengeOf(of.text)', 'expectedChallenge: () => true'],
    ['a wrong signature', "if (!verified) throw new Error('its signature is wrong')", ''],
    [
      'a counter that goes back',
      'and (counter < $3 or (counter = 0 and $3 = 0) or (counter = $3 and last_signed = $5))',
      '',
    ],
    [
      'a use that is not counted',
      "if (counted.length === 0) throw refused(deps, userId, new Error('its counter went back, or it was removed'))",
      '',
    ],
    ['a repeated answer is a copy', ' or (counter = $3 and last_signed = $5)', ''],
  ]),
  ...mutantsOf('server/features/accounts/session.ts', SESSION, [
    ['a locked session is unlocked', "if (found.locked) throw new AppError('session.locked')", ''],
    [
      'a session that ended is open',
      'where token_hash = $1 and ended_at is null and created_at > $2',
      'where token_hash = $1 and created_at > $2',
    ],
    [
      'a session never ends',
      'where token_hash = $1 and ended_at is null and created_at > $2',
      'where token_hash = $1 and ended_at is null and $2::timestamptz is not null',
    ],
    [
      'a token before the newest is good for ever',
      'previous_token_hash = $1 and previous_until > $3',
      'previous_token_hash = $1 and $3::timestamptz is not null',
    ],
    ['a session never locks by itself', ' || age(row.last_seen_at) > SESSION_LOCK_MS', ''],
    ['a session is not locked by hand', 'row.locked_at !== null || ', ''],
    ['every session is fresh', 'age(row.password_at) <= SESSION_FRESH_MS', 'true'],
    ['two sessions are open', 'const endedCount = await endSessions(tx, of.userId, now)', 'const endedCount = 0'],
    ['a poll is a sign of life', 'options.background !== true && ', ''],
    [
      'an ended session is unlocked',
      'where user_id = $1 and id = $2 and ended_at is null returning id`',
      'where user_id = $1 and id = $2 returning id`',
    ],
  ]),
  ...mutantsOf(
    'server/features/accounts/sign-in.ts',
    [['server/features/accounts/sign-in.test.ts'], ['server/features/accounts/confirm-password.test.ts']],
    [
      ['no password is needed', "if (!isRight) throw new AppError('session.wrong-credentials')", 'void isRight'],
      ['no wait', 'await takeTry(deps, of.key)\n', '0\n'],
      ['a right password leaves the wait', 'await forgetTries(deps, of.key)\n', ''],
      ['the password alone opens on any device', 'if (!isOwnDevice || isStrong(factors))', 'if (false)'],
    ],
  ),
  ...mutantsOf(
    'server/features/accounts/enter.ts',
    [['server/features/accounts/sign-in.test.ts'], ['server/features/accounts/second-step.test.ts']],
    [
      ['sign-ins of one account do not take turns', 'and password_hash = $2 for update', 'and password_hash = $2'],
      ['a password that changed meanwhile', 'await lockAccount(tx, account)\n', ''],
      [
        'nobody is told of a new device',
        "await tellOwner(tx, deps, { userId: account.id, kind: 'device-bound', deviceId })\n",
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'server/features/accounts/second-step.ts',
    [['server/features/accounts/second-step.test.ts']],
    [
      ['any code will do', "throw new AppError('session.code-wrong')", 'await null'],
      ['tries are not counted', 'await takeCodeTry(deps, attempt.userId)\n', ''],
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
    'server/features/factors/authenticator.ts',
    [['server/features/accounts/second-step.test.ts'], ['server/features/factors/factors.test.ts']],
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
    'server/features/factors/recovery-codes.ts',
    [['server/features/accounts/second-step.test.ts'], ['server/features/factors/factors.test.ts']],
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
    'server/features/ways-back/reset-password.ts',
    [['server/features/ways-back/ways-back.test.ts']],
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
      ['asking is not slowed down', 'await takeLetterTry(deps, `reset\\n${email.toLowerCase()}`)\n', ''],
    ],
  ),
  ...mutantsOf(
    'server/features/ways-back/change-password.ts',
    [['server/features/ways-back/ways-back.test.ts']],
    [
      ['an old session changes the password', "if (!session.fresh) throw new AppError('session.not-fresh')", ''],
      [
        'nobody is told of a new password',
        "await tellOwner(tx, deps, { userId, kind: 'password-changed', deviceId })\n",
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
    'server/features/ways-back/prove-email.ts',
    [['server/features/ways-back/ways-back.test.ts']],
    [
      ['any code proves an email', 'if (!tried.some(({ right }) => right))', 'if (tried.length === 0)'],
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
    'server/features/ways-back/freeze-link.ts',
    [['server/features/ways-back/ways-back.test.ts']],
    [['a made-up link freezes', ' && timingSafeEqual(given, each)', '']],
  ),
  ...mutantsOf(
    'server/features/accounts/sign-in-wait.ts',
    [['server/features/accounts/sign-in.test.ts'], ['server/features/accounts/confirm-password.test.ts']],
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
    'server/features/accounts/bind-device.ts',
    [
      ['server/features/accounts/sign-in.test.ts'],
      ['server/features/devices/check-approval.test.ts', 'server/features/devices/try-pin.test.ts'],
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
  ...mutantsOf(
    'server/features/accounts/freeze.ts',
    [['server/features/accounts/freeze.test.ts'], ['server/features/orders/frozen.test.ts']],
    [
      [
        'anybody freezes',
        "await checkApproval(deps, { ...approval, session, purpose: 'freeze', challenge, terms: '' })\n",
        '',
      ],
      [
        'anybody unfreezes',
        "await checkApproval(deps, { ...approval, session, purpose: 'unfreeze', challenge, terms: '' })\n",
        '',
      ],
      ['an old session unfreezes', "if (!session.fresh) throw new AppError('session.not-fresh')", ''],
      [
        'nothing is frozen',
        "'update users set frozen_at = $2 where id = $1 and frozen_at is null",
        "'update users set frozen_at = null where $2::timestamptz is not null and id = $1 and frozen_at is null",
      ],
    ],
  ),
  ...mutantsOf('server/secret-change.ts', SECRET, [
    [
      'what has no name is not named',
      "if (replaced) await nameKeys(tx, of.keys.before?.id ?? '')",
      'if (replaced) await tx.query("select 1")',
    ],
    ['a start goes on without a box\u2019s secret', 'if (closed > 0) throw', 'if (closed < 0) throw'],
    ['a process with the former secret goes on', 'if (isOurs !== false) return', 'if (isOurs !== null) return'],
    ['codes of closed accounts are sealed anew', 'u.id = c.user_id where u.closed_at is null', 'u.id = c.user_id'],
  ]),
  ...mutantsOf('server/secret-check.ts', SECRET, [
    [
      'any secret before will do',
      'where check_value = $1 returning only_row',
      'where $1::bytea is not null returning only_row',
    ],
  ]),
  ...mutantsOf('server/keys.ts', SECRET, [
    ['the former keys are not there', '[keys] : [keys, keys.before]', '[keys] : [keys]'],
  ]),
  ...mutantsOf('server/features/devices/try-pin.ts', SECRET, [
    [
      'a PIN of lost keys is counted',
      '         and (key_id is null or key_id = any($13))\n',
      '         and $13::text[] is not null\n',
    ],
    [
      'a right PIN stays under the former keys',
      'pin_hash = case when pin_hash = any($3) then $11 else pin_hash end',
      'pin_hash = case when $11::bytea is null then $11 else pin_hash end',
    ],
  ]),
  ...mutantsOf('server/features/accounts/renew-hash.ts', SECRET, [
    ['a password stays under the former keys', 'if (!isOutdated(deps, of.passwordHash))', 'if (true)'],
    [
      'a sign-in that waits ends with the hash',
      'update sign_ins set password_hash = $3 where password_hash = $2',
      'update sign_ins set password_hash = $3 where password_hash <> $2',
    ],
  ]),
  ...mutantsOf('server/bpc/reseal-codes.ts', SECRET, [
    [
      'a code is found under the former keys alone',
      '      hashCode(deps, code),\n',
      '      hashCode({ keys: requireKeys(deps.keys, key_id) }, code),\n',
    ],
  ]),
  ...mutantsOf('server/features/factors/recovery-codes.ts', SECRET, [
    [
      'recovery codes of lost keys are counted',
      'and used_at is null and (key_id is null or key_id = any($2))`',
      'and used_at is null and $2::text[] is not null`',
    ],
  ]),
  ...mutantsOf('server/features/accounts/read-me.ts', SECRET, [
    [
      'a PIN of lost keys is shown as set',
      'and (p.key_id is null or p.key_id = any($3))',
      'and $3::text[] is not null',
    ],
  ]),
]
