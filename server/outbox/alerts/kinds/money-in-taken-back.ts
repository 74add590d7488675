import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { DEPOSIT, exampleId } from '#server/outbox/alerts/examples.ts'
import type { OfDeposit } from '#server/outbox/alerts/facts.ts'
import { sentences, takenAndOwed, toTransaction } from '#server/outbox/alerts/order-texts.ts'
import { transferFrom } from './money-in.ts'

/** The bank took a deposit back. */
export const moneyInTakenBack = describeAlert<OfDeposit>({
  write: (facts, say) => ({
    title: `${say.naira(facts.amountKobo)} was taken back`,
    body: sentences(
      `The bank took back ${transferFrom(facts, say)} that had come in.`,
      takenAndOwed({ ...facts, totalKobo: facts.amountKobo }, say),
    ),
    path: toTransaction(facts.transactionId),
  }),
  examples: [
    { of: 'all of it was still in the wallet', facts: DEPOSIT },
    { of: 'some of it was spent', facts: { ...DEPOSIT, owedKobo: '120000' } },
    { of: 'all of it was spent', facts: { ...DEPOSIT, owedKobo: '500000' } },
  ],
  exampleSubject: exampleId('dep'),
})
