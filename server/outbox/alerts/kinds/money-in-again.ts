import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { DEPOSIT, exampleId } from '#server/outbox/alerts/examples.ts'
import type { OfDeposit } from '#server/outbox/alerts/facts.ts'
import { repaid, sentences, toTransaction } from '#server/outbox/alerts/order-texts.ts'
import { transferFrom } from './money-in.ts'

/** The bank gave a recalled deposit again. */
export const moneyInAgain = describeAlert<OfDeposit>({
  write: (facts, say) => ({
    title: `${say.naira(facts.amountKobo)} is back`,
    body: sentences(
      `The bank gave ${transferFrom(facts, say)} again, and it is in your wallet.`,
      repaid(facts, say),
      'An earlier alert said that the bank took it back.',
    ),
    path: toTransaction(facts.transactionId),
  }),
  examples: [{ of: 'the bank gave it again, to somebody who owes', facts: { ...DEPOSIT, repaidKobo: '120000' } }],
  exampleSubject: exampleId('dep'),
})
