import { type Mutant, mutantsOf } from './mutant.ts'

const SECRET = [['server/platform/crypto/secret-change.test.ts']]

/** Everything that depends on the installation's secret while it is being changed. */
export const secret: readonly Mutant[] = [
  ...mutantsOf('server/platform/crypto/secret-change.ts', SECRET, [
    [
      'what has no name is not named',
      "if (replaced) await nameKeys(tx, of.keys.before?.id ?? '')",
      'if (replaced) await tx.query("select 1")',
    ],
    ['a start goes on without a box\u2019s secret', 'if (closed > 0) throw', 'if (closed < 0) throw'],
    ['a process with the former secret goes on', 'if (isOurs !== false) return', 'if (isOurs !== null) return'],
  ]),
  ...mutantsOf('server/tables/bpc.ts', SECRET, [
    [
      'codes of closed accounts are re-encrypted',
      "where: 'user_id in (select id from users where closed_at is null)'",
      "where: 'user_id in (select id from users)'",
    ],
  ]),
  ...mutantsOf('server/platform/crypto/secret-check.ts', SECRET, [
    [
      'any secret before will do',
      'where check_value = $1 returning only_row',
      'where $1::bytea is not null returning only_row',
    ],
  ]),
  ...mutantsOf('server/platform/crypto/keys.ts', SECRET, [
    ['the former keys are not there', '[keys] : [keys, keys.before]', '[keys] : [keys]'],
  ]),
  ...mutantsOf('server/identity/pin/attempts.ts', SECRET, [
    [
      'a PIN of lost keys is counted',
      '      and (p.key_id is null or p.key_id = any($13))\n',
      '      and $13::text[] is not null\n',
    ],
    [
      'a right PIN stays under the former keys',
      'pin_hash = case when p.pin_hash = any(hashes) then given.hash else p.pin_hash end',
      'pin_hash = p.pin_hash',
    ],
  ]),
  ...mutantsOf('server/identity/sign-in/rehash-password.ts', SECRET, [
    ['a password stays under the former keys', 'if (!isOutdated(deps, of.passwordHash))', 'if (true)'],
    [
      'a sign-in that waits ends with the hash',
      'update sign_ins set password_hash = $3 where password_hash = $2',
      'update sign_ins set password_hash = $3 where password_hash <> $2',
    ],
  ]),
  ...mutantsOf('server/payments/bpc/re-encrypt-codes.ts', SECRET, [
    [
      'a code is found under the former keys alone',
      '      hashCode(deps, code),\n',
      '      hashCode({ keys: requireKeys(deps.keys, key_id) }, code),\n',
    ],
  ]),
  ...mutantsOf('server/identity/mfa/recovery-codes.ts', SECRET, [
    [
      'recovery codes of lost keys are counted',
      'and used_at is null and (key_id is null or key_id = any($2))`',
      'and used_at is null and $2::text[] is not null`',
    ],
  ]),
  ...mutantsOf('server/identity/accounts/read-me.ts', SECRET, [
    [
      'a PIN of lost keys is shown as set',
      'and (p.key_id is null or p.key_id = any($3))',
      'and $3::text[] is not null',
    ],
  ]),
]
