import type { TransactionsAnswer } from '#contract/transactions.ts'
import type { Simulation } from '#tests/simulation/simulation.ts'
import { outcomeOf } from './agree.ts'
import { NOBODY, type Operation } from './operation.ts'

export const wallet: Operation = {
  name: 'wallet read',
  weight: 50,
  run: (simulation) => read(simulation, '/api/wallet'),
}

export const history: Operation = {
  name: 'history read',
  weight: 30,
  async run(simulation) {
    const person = simulation.somebody()
    if (person === null) return NOBODY
    const answer = await simulation.ask<TransactionsAnswer>(person, 'GET', '/api/transactions')
    const lines = answer.body.transactions ?? []
    const line = lines.length === 0 || simulation.chance.is(0.5) ? undefined : simulation.chance.oneOf(lines)
    if (line === undefined) return `${lines.length} lines: ${outcomeOf(answer)}`
    return `one line: ${outcomeOf(await simulation.ask(person, 'GET', `/api/transactions/${line.id}`))}`
  },
}

export const order: Operation = {
  name: 'order read',
  weight: 40,
  async run(simulation) {
    const person = simulation.somebody()
    const orderId = person?.orders.at(-1 - simulation.chance.below(8))
    if (person === null || orderId === undefined) return NOBODY
    return outcomeOf(await simulation.ask(person, 'GET', `/api/orders/${orderId}`))
  },
}

export const others: Operation = {
  name: 'other pages read',
  weight: 12,
  run: (simulation) =>
    read(
      simulation,
      simulation.chance.oneOf(['/api/funding-account', '/api/me', '/api/transactions/months', '/api/banks']),
    ),
}

async function read(simulation: Simulation, path: string): Promise<string> {
  const person = simulation.somebody()
  if (person === null) return NOBODY
  return outcomeOf(await simulation.ask(person, 'GET', path))
}
