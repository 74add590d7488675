import { describeAlert } from '#server/outbox/alerts/describe-alert.ts'
import { DEPOSIT, exampleId } from '#server/outbox/alerts/examples.ts'
import type { OfDeposit } from '#server/outbox/alerts/facts.ts'
import { repaid, sentences, toTransaction } from '#server/outbox/alerts/order-texts.ts'
import { capitalized, type Say } from '#server/outbox/alerts/say.ts'

/** A deposit was credited. */
export const moneyIn = describeAlert<OfDeposit>({
  write: (facts, say) => ({
    title: `${say.naira(facts.amountKobo)} came in`,
    body: sentences(`${capitalized(transferFrom(facts, say))} came into your wallet.`, repaid(facts, say)),
    path: toTransaction(facts.transactionId),
  }),
  examples: [
    { of: 'money came in', facts: DEPOSIT },
    { of: 'money came in from a sender without a name', facts: { ...DEPOSIT, name: null } },
    { of: 'money came in and repaid a debt', facts: { ...DEPOSIT, repaidKobo: '120000' } },
  ],
  exampleSubject: exampleId('dep'),
})

export function transferFrom({ name }: OfDeposit, say: Say): string {
  return name === null ? 'a bank transfer' : `a bank transfer from ${say.name(name)}`
}
