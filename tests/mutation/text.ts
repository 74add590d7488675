import { type Mutant, mutantsOf } from './mutant.ts'

const MONEY_IN = [['server/deposits/sender-words.test.ts']]

/** Text from outside: what makes it clean, keeps it exactly, and books money without it. */
export const text: readonly Mutant[] = [
  ...mutantsOf(
    'server/platform/text/sanitize-line.ts',
    [['server/platform/text/sanitize-line.test.ts']],
    [
      ['what is harmful stays', ".replaceAll(HARMFUL, ' ')", ''],
      ['what is never drawn stays', ".replaceAll(UNSEEN, '')", ''],
      ['a letter has many forms', ".normalize('NFC')", ''],
      ['a tower of marks stands', ".replaceAll(MARKS_TOO_MANY, '$1')", ''],
      ['marks sit on what stands before them', ".replaceAll(MARKS_ALONE, '$1')", ''],
      ['a line has no end', '.slice(0, maxLength)', ''],
      ['a cut is not told', '`${cleanLine(whole, maxLength - 1)}…` as CleanText', 'cleanLine(whole, maxLength)'],
      ['lines are not clean', '.map((line) => cleanLine(line, Number.POSITIVE_INFINITY))', ''],
    ],
  ),
  ...mutantsOf(
    'server/platform/text/exact-text.ts',
    [['server/platform/text/exact-text.test.ts'], ...MONEY_IN],
    [
      ['any text is an id', String.raw`/^[\x21-\x7e]{1,200}$/`, '/^[^]{1,200}$/'],
      ['an id has no end', '{1,200}', '{1,}'],
      ['what cannot be kept was not said', 'exactText(unchecked) ?? UNREADABLE', 'exactText(unchecked)'],
      ['parts are one key in two ways', "text !== null && !text.includes('|')", 'text !== null'],
      ['half a character counts for nothing', 'JSON.stringify(parts.map(shallow))', "parts.map(shallow).join('|')"],
    ],
  ),
  ...mutantsOf(
    'server/platform/text/holder-name.ts',
    [['server/platform/text/holder-name.test.ts']],
    [
      [
        'letters of any script are a name',
        'FOREIGN_LETTER.test(name) ? null : (name as HolderName)',
        'name as HolderName',
      ],
      ['signs alone are a name', String.raw`!/[\p{L}\p{N}]/u.test(name) || `, ''],
      ['a name is cut', ' || [...name].length > HOLDER_NAME_MAX_LENGTH', ''],
    ],
  ),
  ...mutantsOf(
    'server/platform/db/storable.ts',
    [['server/platform/db/database.test.ts']],
    [
      ['half a character is stored as another', 'return value.isWellFormed()', 'return true'],
      [
        'half a character in a list is stored as another',
        'return !Array.isArray(value) || value.every(isWhole)',
        'return true',
      ],
    ],
  ),
  ...mutantsOf('server/deposits/credit-payment.ts', MONEY_IN, [
    ['a name keeps the money', 'if (payment.senderName === null || !isRefusedValue(error)) throw error', 'throw error'],
    ['nobody hears that a name was left out', '(tx) => alarmWordless(tx, deps, payment)', 'async () => undefined'],
    [
      'nobody hears of a payment that cannot be read',
      "if (answer.outcome === 'unknown') await alarmUnreadable(deps, answer.unreadable ?? [])",
      '',
    ],
    [
      'a reference is booked under each id that is named',
      'if (other !== null) return await alarmOtherId(tx, deps, payment, other)',
      '',
    ],
  ]),
  ...mutantsOf('server/deposits/poll-payments.ts', MONEY_IN, [
    [
      'nobody hears of a list that cannot be read',
      "if (answer.outcome === 'unknown') await alarmUnreadable(deps, answer.unreadable ?? [])",
      '',
    ],
    ['nobody hears of a line that cannot be read', 'await alarmUnreadable(deps, answer.value.unreadable)', ''],
  ]),
  ...mutantsOf(
    'server/payments/orders/proving/store-without-descriptions.ts',
    [['server/payments/orders/proving/store-without-descriptions.test.ts']],
    [
      ['words keep the money', 'if (!isRefusedValue(error)) throw error', 'throw error'],
      ['nobody hears that words were left out', 'await raiseAlarm(tx, deps.log, {', 'void ({'],
      ['the same words are tried again', 'write(tx, withoutWords(known))', 'write(tx, known)'],
    ],
  ),
  ...mutantsOf(
    'server/outbox/alarms/alarm-refused-jobs.ts',
    [['server/payments/orders/proving/store-without-descriptions.test.ts']],
    [['nobody hears of work that is refused for ever', 'if (!isRefusedValue(error)) return', 'return']],
  ),
  ...mutantsOf(
    'server/platform/log.ts',
    [['server/platform/log.test.ts']],
    [['what cannot be seen is in the log', 'hooks: { streamWrite: inSight },', '']],
  ),
]
