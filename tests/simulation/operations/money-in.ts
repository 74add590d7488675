import type { FundingAccountAnswer } from '#contract/funding.ts'
import { AMOUNT_MAX_KOBO } from '#contract/money.ts'
import type { Wallet } from '#contract/wallet.ts'
import type { Person } from '#tests/simulation/person.ts'
import type { Simulation } from '#tests/simulation/simulation.ts'
import { buy, outcomeOf } from './agree.ts'
import { NOBODY, type Operation } from './operation.ts'

/** An account number that the provider issued to a customer who is not a user here. */
export const FOREIGN_ACCOUNT = '0009999999'

export const deposit: Operation = {
  name: 'deposit',
  weight: 40,
  async run(simulation) {
    const person = simulation.somebody()
    if (person === null) return NOBODY
    const answer = await simulation.ask<FundingAccountAnswer>(person, 'GET', '/api/funding-account')
    const accountNumber = answer.body.account?.accountNumber
    if (accountNumber === undefined) {
      return `no account number, ${outcomeOf(answer)}, and asked for again: ${await person.askForAccount()}`
    }
    const { chance, outside } = simulation
    const amountKobo = BigInt(chance.oneOf([1, chance.between(1, 10_000), chance.between(10_000, 5_000_000)]))
    return `${amountKobo} ${outside.payIn({ accountNumber, amountKobo })}`
  },
}

export const strangeDeposit: Operation = {
  name: 'strange deposit',
  weight: 5,
  async run({ chance, outside }) {
    if (chance.is(0.7)) return `${outside.payIn({ accountNumber: FOREIGN_ACCOUNT, amountKobo: 123_456n })} for nobody`
    // More than any entry can hold, into a user's own number.
    const numbers = [...outside.world.state.accountNumberByCustomer.values()]
    const accountNumber = chance.oneOf(numbers)
    return `${outside.payIn({ accountNumber, amountKobo: AMOUNT_MAX_KOBO + 1n })} too much`
  },
}

/** Older deposits are not checked again before the run ends. */
const RECALLED_WITHIN_MS = 40 * 60 * 60_000
/** Enough for the costs of any withdrawal. */
const LEFT_FOR_FEES_KOBO = 100_000n

/** A bank recalls a deposit, often after the money was spent, and occasionally gives it again. Once per deposit. */
export const recall: Operation = {
  name: 'deposit recalled',
  weight: 9,
  async run(simulation) {
    const { chance, outside, people, time } = simulation
    const { payments, customers } = outside.world.state
    const recent = [...payments.values()].filter(
      ({ paidAt }) => paidAt !== null && time.nowMs - Date.parse(paidAt) < RECALLED_WITHIN_MS,
    )
    const gone = recent.filter((each) => each.status === 'reversed')
    if (gone.length > 0 && chance.is(0.2)) {
      outside.decidePayment(chance.oneOf(gone).reference, 'success')
      return 'given again'
    }
    const paid = recent.filter((each) => each.status === 'success' && !outside.recalled.has(each.reference))
    if (paid.length === 0) return 'nothing was paid in'
    const { reference, customerCode, channel } = chance.oneOf(paid)
    const email = customers.get(customerCode)?.email
    const owner = people.find((each) => each.email === email && each.hasPin)
    const spent = owner !== undefined && chance.is(0.6) ? `${await spendAll(simulation, owner)}, then ` : ''
    outside.decidePayment(reference, 'reversed')
    return `${spent}${channel} taken back`
  },
}

async function spendAll(simulation: Simulation, person: Person): Promise<string> {
  const answer = await simulation.ask<Wallet>(person, 'GET', '/api/wallet')
  const kobo = BigInt(answer.body.availableKobo ?? '0') - LEFT_FOR_FEES_KOBO
  if (kobo < LEFT_FOR_FEES_KOBO) return `nothing to spend: ${outcomeOf(answer)}`
  const to = { bankCode: '044', accountNumber: '0123456710' }
  return `all spent: ${await buy(simulation, person, { kind: 'withdrawal', ...to, amountKobo: kobo.toString() })}`
}
