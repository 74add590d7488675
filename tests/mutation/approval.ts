import { type Mutant, mutantsOf } from './mutant.ts'

const APPROVAL = [
  ['server/identity/devices/check-approval.test.ts'],
  ['server/identity/pin/try-pin.test.ts'],
  ['server/identity/accounts/freeze.test.ts'],
  ['server/payments/orders/approving/frozen.test.ts'],
]
const PIN = [
  ['server/identity/pin/try-pin.test.ts'],
  ['server/identity/devices/check-approval.test.ts'],
  ['tests/concurrency/orders-many-at-once.test.ts'],
]
const BINDING = [['server/identity/accounts/register.test.ts'], ...APPROVAL]
const PASSKEY = [
  ['server/identity/passkeys/check-assertion.test.ts'],
  ['server/payments/orders/approving/approved-by-passkey.test.ts'],
  ['server/identity/passkeys/add-passkey.test.ts'],
]

/** Proof of who approved: the device's signature, the PIN, a passkey. */
export const approval: readonly Mutant[] = [
  ...mutantsOf('server/identity/devices/check-approval.ts', APPROVAL, [
    [
      "another session's device approves",
      'device === undefined || deviceId !== session.deviceId',
      'device === undefined',
    ],
    [
      'no signature is needed',
      "if (!(await isSignedBy({ x: device.key_x, y: device.key_y }, text, signature))) throw new AppError('approval.invalid')",
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
  ...mutantsOf('server/identity/devices/device-key.ts', BINDING, [
    ['every signature is good', 'return await signatureChecks.check({ key, text, signature })', 'return true'],
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
    ['any key is bound', "throw new AppError('account.device-key-invalid', { cause })", ''],
  ]),
  ...mutantsOf('server/identity/devices/signatures.ts', BINDING, [
    ['one key for all devices', 'const name = `${key.x}.${key.y}`', "const name = 'key'"],
  ]),
  ...mutantsOf('server/identity/devices/challenges.ts', APPROVAL, [
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
  ...mutantsOf('server/identity/devices/active-device.ts', APPROVAL, [
    ['a device that was replaced approves', ' and revoked_at is null', ''],
  ]),
  ...mutantsOf('server/identity/pin/attempts.ts', PIN, [
    ['a wrong PIN is right', 'return tried?.wrongInRow === 0 ? null : new WrongPinError(tried)', 'return null'],
    [
      'a wrong PIN is not counted in a row',
      'case when p.pin_hash = any(hashes) then 0 else wrong_in_row + 1 end',
      'case when p.pin_hash = any(hashes) then 0 else least(wrong_in_row + 1, 1) end',
    ],
    [
      'a right PIN leaves the count',
      'wrong_in_row = case when p.pin_hash = any(hashes) then 0 else wrong_in_row + 1 end',
      'wrong_in_row = case when p.pin_hash = any(hashes) then wrong_in_row else wrong_in_row + 1 end',
    ],
    [
      'there is no wait',
      'case when p.pin_hash <> all(hashes) and wrong_in_row + 1 >= $8 then $5::timestamptz end',
      'case when $5::timestamptz is null or $8::int is null then $5::timestamptz end',
    ],
    ['the wait is passed over', '      and (wait_until is null or wait_until <= $4)\n', ''],
    ['the PIN is never off', '      and wrong_in_row < $9\n', '      and $9::int is not null\n'],
    [
      'ten a day are not counted',
      '      and (select count(*) from unnest(wrong_at) wrong where wrong > $6) < $10\n    returning',
      '    returning',
    ],
    [
      'wrong tries of the day are forgotten',
      "|| case when p.pin_hash = any(hashes) then '{}'::timestamptz[] else array[$4::timestamptz] end",
      "|| case when $4::timestamptz is null then array[$4::timestamptz] else '{}'::timestamptz[] end",
    ],
    [
      'wrong tries of the day stay for ever',
      'array(select wrong from unnest(wrong_at) wrong where wrong > $6)\n        ||',
      'wrong_at\n        ||',
    ],
    [
      "another device's PIN is good",
      'on locked.user_id = given.user_id and locked.device_id = given.device_id\n',
      'on locked.user_id = given.user_id\n',
    ],
    [
      'the tenth freezes nothing',
      'where wrong_in_row > 0 and wrong_today >= $10',
      'where wrong_in_row > 0 and wrong_today > $10',
    ],
    ['a refused try is a right one', 'tried?.wrongInRow === 0 ? null', '(tried?.wrongInRow ?? 0) === 0 ? null'],
    ['a PIN is kept without a key', "createHmac('sha256', imported(deps.keys.pinPepper))", "createHmac('sha256', '')"],
  ]),
  ...mutantsOf(
    'server/identity/pin/set-pin.ts',
    [['server/identity/sign-in/confirm-password.test.ts'], ...PIN],
    [
      ['a PIN is set by an old session', "if (!session.fresh) throw new AppError('session.not-fresh')", ''],
      ['a PIN is set on a replaced device', "if (rows.length === 0) throw new AppError('session.none')", ''],
      ['a new PIN stays off', 'set pin_hash = $3, wrong_in_row = 0, wait_until = null', 'set pin_hash = $3'],
    ],
  ),
  ...mutantsOf('server/identity/passkeys/check-assertion.ts', PASSKEY, [
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
    ['a key of any kind', 'await requireUsableKey(publicKey)\n', '\n'],
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
  ...mutantsOf(
    'server/identity/accounts/freeze.ts',
    [['server/identity/accounts/freeze.test.ts'], ['server/payments/orders/approving/frozen.test.ts']],
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
]
