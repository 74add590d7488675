import { type Mutant, mutantsOf } from './mutant.ts'

const LOOKUPS = [['server/console/look-ups.test.ts']]
const SIGN_IN = [['server/console/console-sign-in.test.ts']]
const PROPOSALS = [['server/console/proposals/proposals.test.ts']]
const MANY = [['server/console/proposals/many-waiting.test.ts']]
const TEXTS = [['server/console/proposals/whole-text.test.ts']]
const PRICES = [['server/console/settings/prices.test.ts']]
const CUSTOMERS = [['server/console/customers/customers.test.ts']]
const RECORD = [['server/console/audit-record.test.ts']]
const ALONE = [['server/console/accounts/accounts.test.ts']]
const OPERATORS = [['server/console/operators/operators.test.ts']]
const FREEZES = [['server/console/accounts/freezes.test.ts']]
const ACCESS = [['server/console/access/access.test.ts']]
const SESSIONS = [['server/commands/sessions.test.ts']]
const EVERY_ROUTE = [['tests/attacks/console-matrix.test.ts']]

/** Access to the console, masking, and signatures. */
export const console: readonly Mutant[] = [
  ...mutantsOf('server/console/console-session.ts', SIGN_IN, [
    ['a locked session is open', "if (session.locked) throw new AppError('operator.locked')", ''],
    [
      'a console never locks',
      'if (deps.clock.now().getTime() - row.touchedAt.getTime() > CONSOLE_LOCK_MS)',
      'if (false)',
    ],
    ['a session never expires', 's.created_at > $2', '$2::timestamptz is not null'],
    [
      'a revoked operator stays signed in',
      'join operators o on o.id = s.operator_id and ${ADMITTED}',
      'join operators o on o.id = s.operator_id',
    ],
    ['a removed passkey keeps its sessions', 'and p.removed_at is null', ''],
  ]),
  ...mutantsOf('server/console/console-session.ts', EVERY_ROUTE, [
    ['the roles are ignored', 'if (permission !== null && !isAllowed(session.operator, permission))', 'if (false)'],
  ]),
  ...mutantsOf('server/console/routes.ts', EVERY_ROUTE, [
    [
      'another site makes a browser look',
      "if (url?.startsWith('/api/admin/') === true && isCrossSite(headers, origins))",
      'if (false)',
    ],
  ]),
  ...mutantsOf('server/console/challenges.ts', SIGN_IN, [
    ['a challenge is good twice', "if (used.length === 0) throw new AppError('approval.challenge-used')", ''],
    ['a challenge is good for ever', 'return expiresAt > clock.now() ? expiresAt : null', 'return expiresAt'],
  ]),
  ...mutantsOf('server/console/look-ups.ts', LOOKUPS, [
    ['look-ups have no limit', 'recent.count < LOOKUPS_PER_MINUTE', 'recent.count >= 0'],
    ['look-ups at once do not take turns', ' for no key update', ''],
    ['terms that are refused leave no line', 'await of.offer().catch(refusalOf)', 'await of.offer().catch(toAppError)'],
    ['a refused decision leaves none', '({ answer }), refusalOf)', '({ answer }), toAppError)'],
  ]),
  ...mutantsOf('server/console/sign-in.ts', SIGN_IN, [
    [
      'an unconfirmed passkey signs in',
      "if (!passkey.isConfirmed) throw new AppError('operator.passkey-unconfirmed')",
      '',
    ],
  ]),
  ...mutantsOf('server/console/sign-in.ts', PROPOSALS, [
    [
      'the passkey of another operator decides',
      'if (passkey?.operator.id !== session.operator.id)',
      'if (passkey === null)',
    ],
  ]),
  ...mutantsOf('server/console/decide.ts', PROPOSALS, [
    ['the act differs from the terms shown', 'if (shown !== terms)', 'if (false)'],
  ]),
  ...mutantsOf('server/console/proposals/whole-text.ts', PROPOSALS, [
    ['amounts are not in what is signed', '...postings.map(sayPosting), ', ''],
    ['the reason is not in what is signed', '...because]', ']'],
  ]),
  ...mutantsOf('server/console/proposals/list-proposals.ts', PROPOSALS, [
    [
      'one’s own proposal is offered',
      "if (requestedById === id) return 'You asked for this. Another operator has to confirm it.'",
      '',
    ],
  ]),
  ...mutantsOf('server/identity/operators/waiting-requests.ts', PROPOSALS, [
    [
      'an expired proposal is listed',
      'r.confirmed_at is null and r.expires_at > $1',
      'r.confirmed_at is null and $1::timestamptz is not null',
    ],
    ['what its author may not ask for waits', 'and operator_may_ask(o.role, r.act)', ''],
  ]),
  ...mutantsOf('server/identity/operators/waiting-requests.ts', MANY, [
    ['a page begins where the one before began', '(r.requested_at, r.id) > (', '(r.requested_at, r.id) >= ('],
  ]),
  ...mutantsOf('server/identity/operators/request-bounds.ts', MANY, [
    ['one operator asks without end', 'if (all >= REQUESTS_WAITING_MAX)', 'if (false)'],
    ['one operator asks for the same without end', 'if (same >= REQUESTS_OF_SUBJECT_MAX)', 'if (false)'],
  ]),
  ...mutantsOf('server/console/proposals/whole-text.ts', TEXTS, [
    ['an id or value is left out of what is signed', '[...lines, ...besides, ', '[...lines, '],
  ]),
  ...mutantsOf('server/installation/settings/price-lines.ts', PRICES, [
    ['a change without a line of its own is signed', '< changed.length) throw', '< 0) throw'],
    ['prices are compared by their words', '[line.key, line]', '[line.what, line]'],
  ]),
  ...mutantsOf('server/tables/masking.ts', CUSTOMERS, [
    ['nothing is masked', 'return MASKS[MASKING[column]](value)', 'return value'],
  ]),
  ...mutantsOf('server/console/customers/veil.ts', CUSTOMERS, [
    ['everybody is open without a reason', 'return value === null || isOpen ? value', 'return true ? value'],
  ]),
  ...mutantsOf('server/console/customers/open-customer.ts', CUSTOMERS, [
    [
      'any words are a reason',
      'if (length < REASON_WORDS_MIN_LENGTH || length > REASON_WORDS_MAX_LENGTH)',
      'if (false)',
    ],
    [
      'every role gives every reason',
      "if (!mayGiveReason(role, heading)) throw new AppError('operator.not-allowed')",
      '',
    ],
    [
      'any look can be hidden from the customer',
      "if (withheld && heading !== WITHHELD_REASON) throw new AppError('operator.not-allowed')",
      '',
    ],
    ['a customer stays open', 'new Date(now.getTime() - CUSTOMER_OPEN_MS)', 'new Date(0)'],
    ['a customer is open to every session', 'and session_id = $3', 'and $3::text is not null'],
  ]),
  ...mutantsOf('server/console/customers/read-customer.ts', CUSTOMERS, [
    [
      'a look leaves no line',
      "await addAuditLine(tx, deps, { by, where, act: 'look-at-customer', subject: userId, after })",
      '',
    ],
  ]),
  ...mutantsOf('server/console/read-audit.ts', RECORD, [
    [
      'an export leaves no line',
      "await addAuditLine(tx, deps, { by, where, act: 'export-audit', after: { ...filters, lines: rows.length } })",
      '',
    ],
    ['a page is shown again', 'a.number < $5', 'a.number <= $5'],
  ]),
  ...mutantsOf('server/console/accounts/end-sessions.ts', ALONE, [
    [
      'sessions are ended unsigned',
      'const evidence = await proveDecision(deps, session, { terms, body: of.body })',
      'const evidence = { terms }',
    ],
  ]),
  ...mutantsOf('server/console/accounts/recover-accounts.ts', ALONE, [
    [
      'a recovery is stopped unsigned',
      'const evidence = await proveDecision(deps, session, { terms: await termsOfStop(deps, id), body })',
      'const evidence = { terms: await termsOfStop(deps, id) }',
    ],
  ]),
  ...mutantsOf('server/identity/operators/requests.ts', ALONE, [
    ['the signature of one operator is not stored', 'return { after: { signed } }', 'return {}'],
  ]),
  ...mutantsOf('server/console/accounts/freeze-customers.ts', FREEZES, [
    [
      'a customer is frozen unsigned',
      'const evidence = await proveDecision(deps, session, { terms: termsOfFreeze(freeze), body: of.body })',
      'const evidence = { terms: termsOfFreeze(freeze) }',
    ],
  ]),
  ...mutantsOf('server/identity/accounts/operate-freezes.ts', FREEZES, [
    ['every role freezes for every reason', 'if (!mayFreezeFor(role, heading))', 'if (false)'],
    [
      'the customer is not told that it was lifted',
      "await notifyOwner(tx, deps, { userId, kind: 'unfrozen-by-team', deviceId: null })\n",
      '',
    ],
  ]),
  ...mutantsOf('server/identity/accounts/freeze.ts', FREEZES, [
    [
      'the owner lifts every freeze',
      "if (!mayOwnerLift(state.heading)) throw new AppError('money-out.frozen-by-team')",
      '',
    ],
    [
      'a freeze at the owner’s wish is lost when it is replaced',
      'frozen_at = coalesce(frozen_at, operator_frozen_at)',
      'frozen_at = frozen_at',
    ],
    ['the customer is not told of a freeze', 'await notifyOwner(tx, deps, { userId, kind, deviceId })\n', ''],
  ]),
  ...mutantsOf('server/privacy/close-account.ts', FREEZES, [
    ['closing ends a freeze', "if (!mayOwnerLift(open.heading)) throw new AppError('account.frozen-by-team')", ''],
  ]),
  ...mutantsOf('server/migrations/0006_accounts.sql', FREEZES, [
    [
      'one lifts a freeze',
      "where act = 'unfreeze-customer' and subject = old.operator_freeze_id",
      "where true or act = ''",
    ],
  ]),
  ...mutantsOf('server/identity/sessions/operate-sessions.ts', SESSIONS, [
    [
      'a job ends sessions before anybody confirmed it',
      "where id = $1 and act = 'end-all-sessions' and confirmed_at is not null",
      'where id = $1',
    ],
    [
      'sessions that began afterwards end as well',
      'where user_id = $1 and ended_at is null and created_at > $3 and created_at <= $4 returning id',
      'where user_id = $1 and ended_at is null and created_at > $3 and $4::timestamptz is not null returning id',
    ],
  ]),
  ...mutantsOf('server/console/manage-passkeys.ts', ACCESS, [
    ['the last passkey is removed', 'if (keepsOne) await refuseLast(tx, operatorId, id)\n', ''],
    ['one that waits counts as another', 'each.id !== id && each.confirmedAt !== null)', 'each.id !== id)'],
  ]),
  ...mutantsOf('server/console/access/own-access.ts', ACCESS, [
    [
      'a passphrase is changed without the present one',
      "await proveBy(deps, session, { passphrase: typed, act: 'change-passphrase' })\n",
      '',
    ],
    ['a link is made without the passphrase', "await proveBy(deps, session, { ...body, act: 'enrol-passkey' })\n", ''],
  ]),
  ...mutantsOf('server/acts/add-operator.ts', OPERATORS, [
    ['an immediate act is called a request', 'if (await takesTwoToAdd(database)) return', 'if (true) return'],
  ]),
  ...mutantsOf('server/identity/operators/manage-operators.ts', OPERATORS, [
    [
      'a name that is taken is signed',
      'await readNewOperatorName(sql, of.uncheckedName)',
      'readOperatorName(of.uncheckedName)',
    ],
  ]),
]
