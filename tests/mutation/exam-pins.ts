import { type Mutant, mutantsOf } from './mutant.ts'

const SOLD = [['server/payments/kinds/education/education.test.ts']]
const KEPT = [['server/payments/kinds/education/pins.test.ts'], ...SOLD]
const READ = [['server/providers/bills/vtpass/pins.test.ts']]

/** What exam PINs cost, who can read them, and what is stored of them. */
export const examPins: readonly Mutant[] = [
  ...mutantsOf('server/payments/kinds/education/education.ts', SOLD, [
    ['all are sold for the price of one', 'kobo(BigInt(unitKobo) * BigInt(quantity))', 'kobo(BigInt(unitKobo))'],
    ['any number is sold', 'quantity >= 1 && quantity <= EXAM_PINS_MAX', 'quantity >= 1'],
    [
      'the price of all is compared with the price of one',
      'amountKobo: BigInt(unitKobo),',
      'amountKobo: BigInt(unitKobo) + 1n,',
    ],
  ]),
  ...mutantsOf('server/payments/kinds/education/routes.ts', SOLD, [
    [
      'what was taken back is shown',
      'pins: isDelivered ? await readPins(deps, deps.database, order) : [],',
      'pins: await readPins(deps, deps.database, order),',
    ],
  ]),
  ...mutantsOf('server/payments/kinds/education/pins.ts', KEPT, [
    ['more are kept than were bought', 'all.slice(0, order.recipient.quantity)', 'all'],
    ['one is kept twice', 'if (!all.some((each) => each.pin === pin)) all.push', 'all.push'],
    ['what came first is forgotten', 'const all = [...known]', 'const all: ExamPin[] = []'],
  ]),
  ...mutantsOf('server/payments/kinds/purchase/purchase-executor.ts', SOLD, [
    ['those of another purchase are kept', "found.event !== 'paid' || answer.outcome", 'answer.outcome'],
  ]),
  ...mutantsOf('server/providers/bills/vtpass/pins.ts', READ, [
    ['a number is a PIN', 'const text = textOf(pin)', 'const text = String(pin)'],
    [
      'any text is a PIN',
      'text !== null && PIN.test(text) ? exactText(text.replace',
      'text !== null ? exactText(text.replace',
    ],
    ['any text is a serial number', 'text !== null && SERIAL.test(text)', 'text !== null'],
    ['the shorter list counts', 'texts.length > cards.length', 'texts.length < cards.length'],
  ]),
]
