import type { BpcAnswer } from '#contract/bpc.ts'
import { BPC_PRICE_KOBO } from '#contract/constants.ts'
import type { Order } from '#contract/orders.ts'
import { buy, outcomeOf } from './agree.ts'
import { NOBODY, type Operation } from './operation.ts'

export const buyBpc: Operation = {
  name: 'BPC',
  weight: 24,
  async run(simulation) {
    const person = simulation.somebody()
    if (person === null) return NOBODY
    const payWith = simulation.chance.oneOf(['wallet', 'transfer', 'transfer'] as const)
    return `${payWith}: ${await buy(simulation, person, { kind: 'bpc', fullName: person.name, email: person.email, payWith })}`
  },
}

/** Pays the exact amount, less, more, or nothing yet; or again; even when the number no longer accepts money. */
export const payForBpc: Operation = {
  name: 'payment for a BPC',
  weight: 20,
  async run(simulation) {
    const { chance, memory, outside, people } = simulation
    const recent = memory.purchases.slice(-12)
    const purchase = recent.length === 0 ? undefined : chance.oneOf(recent)
    const person = people[purchase?.personNumber ?? -1]
    if (purchase === undefined || person === undefined) return NOBODY
    const answer = await simulation.ask<{ order: Order }>(person, 'GET', `/api/orders/${purchase.orderId}`)
    const payTo = answer.body.order?.payTo ?? null
    if (payTo === null) return `no account number: ${outcomeOf(answer)}`
    const differenceKobo = chance.oneOf([0n, 0n, 0n, -100n, 100n, 50_000n])
    const amountKobo = BPC_PRICE_KOBO + differenceKobo
    return `${amountKobo} ${outside.payIn({ accountNumber: payTo.accountNumber, amountKobo })}`
  },
}

export const giveBack: Operation = {
  name: 'BPC given back',
  weight: 12,
  async run(simulation) {
    const person = simulation.somebody()
    if (person === null) return NOBODY
    await person.unlock()
    const answer = await simulation.ask<BpcAnswer>(person, 'GET', '/api/bpc')
    const codes = (answer.body.codes ?? []).filter((each) => each.kind === 'bought' && each.status === 'active')
    const code = codes.length === 0 ? undefined : simulation.chance.oneOf(codes)
    if (code === undefined) return `none: ${outcomeOf(answer)}`
    const given = await simulation.ask<{ order: Order }>(person, 'POST', `/api/bpc/${code.id}/return`)
    if (given.status === 200) simulation.memory.givenBack.add(given.body.order.id)
    return outcomeOf(given)
  },
}
