import { CODES, STATUSES } from '#server/providers/bills/vtpass/outcomes.ts'
import { PAYMENT_WORDS, TRANSFER_WORDS } from '#server/providers/payments/paystack/words.ts'
import { type Edit, type Mutant, mutantsOf } from './mutant.ts'

const WRONG: Readonly<Record<string, string>> = {
  paid: 'failed',
  success: 'failed',
  failed: 'paid',
  reversed: 'pending',
  pending: 'failed',
}

function misread(map: string, words: ReadonlyMap<string, string>): Edit[] {
  return [...words].map(([word, means]) => {
    const wrong = map === 'PAYMENT_WORDS' && means !== 'success' ? 'success' : (WRONG[means] ?? 'failed')
    return [`${map}: ${word} means ${wrong}`, null, `;(${map} as any).set('${word}', '${wrong}')`]
  })
}

/** What releases where it must not, or delivers where nothing was. */
const wrongPay = (pay: string) => (pay.startsWith('refused') ? 'accepted' : 'refused:failed')
const wrongRequery = (requery: string) => (requery === 'failed' ? 'delivered' : 'failed')

function misreadRows(
  map: string,
  rows: ReadonlyMap<string, { readonly pay: string; readonly requery: string }>,
): Edit[] {
  return [...rows].flatMap(([key, row]): Edit[] =>
    [
      { pay: wrongPay(row.pay), requery: row.requery },
      { pay: row.pay, requery: wrongRequery(row.requery) },
    ].map((wrong) => [
      `${key} as ${wrong.pay} and ${wrong.requery}`,
      null,
      `;(${map} as any).set('${key}', { ...${map}.get('${key}'), ...${JSON.stringify(wrong)} })`,
    ]),
  )
}

/** Each word and code of a provider, read wrongly. */
export const words: readonly Mutant[] = [
  ...mutantsOf(
    'server/providers/payments/paystack/words.ts',
    [['server/providers/payments/paystack/words.test.ts']],
    [...misread('TRANSFER_WORDS', TRANSFER_WORDS), ...misread('PAYMENT_WORDS', PAYMENT_WORDS)],
  ),
  ...mutantsOf(
    'server/providers/bills/vtpass/outcomes.ts',
    [['server/providers/bills/vtpass/outcomes.test.ts']],
    [...misreadRows('CODES', CODES), ...misreadRows('STATUSES', STATUSES)],
  ),
]
