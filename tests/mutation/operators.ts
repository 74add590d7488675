import { type Mutant, mutantsOf } from './mutant.ts'

const TESTS = [['server/identity/operators/operators.test.ts']]
const NAMES = [...TESTS, ['server/identity/operators/names.test.ts']]
const BOOKS = [['server/suspension/suspensions.test.ts']]
const TOGETHER = [['server/controls/reconciliation/close-together.test.ts']]
const RECOVERIES = [['server/identity/recovery/recoveries.test.ts']]

/** Who an operator is, and what two of them have to agree to. */
export const operators: readonly Mutant[] = [
  ...mutantsOf('server/identity/operators/prove-operator.ts', TESTS, [
    ['every passphrase is right', 'if (!isRight || found === undefined)', 'if (found === undefined)'],
    [
      'a wrong passphrase makes nobody wait',
      'void (await countAttempt(deps.database, deps, tries).catch(refuseToWait))',
      'undefined',
    ],
    ['a wait is somebody else’s in other letters', 'name.toLowerCase()', 'name'],
    ['the right passphrase makes wait', 'if (isRight) await clearAttempts(deps.database, tries)\n', ''],
    [
      'an operator who was revoked authenticates',
      'where lower(name) = lower($1) and ${ADMITTED}',
      'where lower(name) = lower($1)',
    ],
    ['no proof is kept', 'await keepProof(deps, { operatorId: found?.id ?? null, isRight, ...of })\n', ''],
    ['a hash stays with the former secret', 'if (isOutdated(deps, found.hash))', 'if (false)'],
  ]),
  ...mutantsOf('server/identity/operators/requests.ts', TESTS, [
    ['the same person confirms', 'if (request.requestedById === by.id)', 'if (false)'],
    ['a request is confirmed twice', 'where id = $1 and confirmed_at is null returning 1', 'where id = $1 returning 1'],
    ['an old request is shown as open', 'if (request.expiresAt <= deps.clock.now())', 'if (false)'],
    ['a request of another act is taken', '|| !acts.includes(found.act)', ''],
    ['who lost the right has asked', 'if (!mayMake(role, act))', 'if (false)'],
    [
      'the role of a while ago asks',
      'requireAllowed(await lockOperator(sql, of.by), of.act)',
      'requireAllowed(of.by, of.act)',
    ],
    ['the role of a while ago confirms', 'requireAllowed(confirms,', 'requireAllowed(by,'],
  ]),
  ...mutantsOf('server/identity/operators/audit-lines.ts', TESTS, [
    ['the role of a while ago acts', 'id = $2 and role = $3', 'id = $2'],
    ['nobody gives up their own role', 'by === null || mayHaveLost', 'by === null'],
  ]),
  ...mutantsOf('server/controls/reconciliation/close-together.ts', TOGETHER, [
    ['one difference is several', 'if (numbers.length < 2)', 'if (false)'],
    ['differences of two providers belong together', 'if (providers.size > 1)', 'if (false)'],
    ['a purchase that may have been sent is closed with others', 'if (alone !== undefined)', 'if (false)'],
    ['another difference is closed in its place', 'if (!isSame) throw otherByNow(each.number)', ''],
  ]),
  ...mutantsOf('server/controls/reconciliation/close-as-own.ts', TOGETHER, [
    ['what is closed already is closed again', 'if (closed !== undefined)', 'if (false)'],
    ['only the first becomes our own', 'sum + sumOf(each), ownKobo ?? 0n', 'sum, (ownKobo ?? 0n) + sumOf(current[0]!)'],
    ['what was shown is not compared', 'if (shown !== undefined && !isSameChange(shown, change))', 'if (false)'],
  ]),
  ...mutantsOf('server/migrations/0013_controls.sql', TOGETHER, [
    [
      'any difference may be closed with those agreed to',
      "new.number::text = any(string_to_array(r.subject, ','))",
      'true',
    ],
  ]),
  ...mutantsOf('server/identity/operators/manage-operators.ts', TESTS, [
    ['a passphrase of eight characters is enough', 'PASSPHRASE_MIN_LENGTH = 15', 'PASSPHRASE_MIN_LENGTH = 8'],
    ['one operator revokes the other', 'if ((await countOperators(sql)) <= TWO)', 'if (false)'],
    ['one operator brings in a third', 'if (of.by !== null && (await countOperators(tx)) >= TWO)', 'if (false)'],
  ]),
  ...mutantsOf('server/migrations/0005_operators.sql', NAMES, [
    ['two are the first', 'new.created_by is not distinct from alone', 'new.created_by = alone'],
    [
      'those who are the first do not see each other',
      '  perform pg_advisory_xact_lock(727203);\n  select count(*), min(id)',
      '  select count(*), min(id)',
    ],
    ['one brings in the third', "two_operators_agreed('add-operator', new.id, new.admitted_at)", 'true'],
    ['names of any letters are brought in', 'if admitted and not operator_name_is_plain(new.name)', 'if false'],
    ['names that look alike are brought in', 'operator_name_look(name) = operator_name_look(new.name)', 'false'],
    ['the last two are revoked', 'if revoked and active <= 2 then', 'if false then'],
  ]),
  ...mutantsOf('server/migrations/0005_operators.sql', TESTS, [
    ['who was revoked may agree', 'if active < 2 then', 'if false then'],
    [
      'a request changes while it waits',
      `    or to_jsonb(old) - 'confirmed_by' - 'confirmed_at' - 'confirm_evidence'
      <> to_jsonb(new) - 'confirmed_by' - 'confirmed_at' - 'confirm_evidence' then`,
      '    then',
    ],
    ['who may not ask any more has asked', 'and operator_may_ask(role, new.act)', 'and true'],
    ['any role confirms', 'and operator_may_confirm(role, new.act)', 'and true'],
  ]),
  ...mutantsOf('server/migrations/0013_controls.sql', BOOKS, [
    [
      'any two names lift a stop',
      "when (new.reason in ('books', 'clock') and new.lifted_at is not null and new.confirmed_by is not null)",
      "when (new.reason = 'never')",
    ],
  ]),
  ...mutantsOf('server/migrations/0006_accounts.sql', RECOVERIES, [
    [
      'a recovery changes before it is confirmed',
      'account_recoveries_fixed before update',
      'account_recoveries_fixed before insert',
    ],
  ]),
]
