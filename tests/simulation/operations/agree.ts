import type { Order, Quote, QuoteBody } from '#contract/orders.ts'
import type { Answer, Person } from '#tests/simulation/person.ts'
import type { Simulation } from '#tests/simulation/simulation.ts'

const QUOTES_KEPT = 6

export const outcomeOf = ({ status, body }: Answer<unknown>): string => `${status} ${body.error?.code ?? ''}`.trim()

/** Requests a quote, which the person keeps. */
async function quote(simulation: Simulation, person: Person, body: QuoteBody): Promise<Answer<{ quote: Quote }>> {
  const answer = await simulation.ask<{ quote: Quote }>(person, 'POST', '/api/quotes', body)
  if (answer.status === 201) {
    person.quotes.push(answer.body.quote)
    if (person.quotes.length > QUOTES_KEPT) person.quotes.shift()
  }
  return answer
}

/** Approves a quote with the PIN and remembers the acknowledged order. */
export async function approve(simulation: Simulation, person: Person, agreed: Quote, pin?: string): Promise<string> {
  const isPaidElsewhere = agreed.kind === 'bpc' && agreed.recipient.payWith === 'transfer'
  const approval = isPaidElsewhere ? {} : { approval: person.approval(agreed, pin) }
  const body = { quoteId: agreed.id, ...approval }
  await person.comeBack()
  const wasFrozen = person.frozen
  const answer = await simulation.ask<{ order: Order }>(person, 'POST', '/api/orders', body)
  if (answer.status === 201 && wasFrozen === true && !isPaidElsewhere) {
    simulation.violation(`${person.email} has frozen money out, and ${answer.body.order.id} was accepted`)
  }
  if (answer.status === 200 || answer.status === 201) acknowledge(simulation, person, agreed, answer.body.order)
  return outcomeOf(answer)
}

/** One quote leads to one order, with the agreed terms, for good. */
function acknowledge(simulation: Simulation, person: Person, agreed: Quote, order: Order): void {
  const { memory, people } = simulation
  const first = memory.orderOfQuote.get(agreed.id)
  if (first !== undefined && first !== order.id) {
    simulation.violation(`${agreed.id} became ${first} and ${order.id}`)
  }
  if (first !== undefined) return
  memory.orderOfQuote.set(agreed.id, order.id)
  memory.orders.set(order.id, { userId: person.id ?? '', agreed })
  person.orders.push(order.id)
  if (agreed.kind === 'bpc' && agreed.recipient.payWith === 'transfer') {
    memory.purchases.push({ personNumber: people.indexOf(person), orderId: order.id })
  }
}

/** Cancels right after approving: before anything is sent, or a moment too late. */
async function approveAndCancel(simulation: Simulation, person: Person, agreed: Quote): Promise<string> {
  const approved = await approve(simulation, person, agreed)
  const orderId = simulation.memory.orderOfQuote.get(agreed.id)
  return orderId === undefined ? approved : `${approved}, cancel ${await cancelOrder(simulation, person, orderId)}`
}

export async function cancelOrder(simulation: Simulation, person: Person, orderId: string): Promise<string> {
  const answer = await simulation.ask<{ order: Order }>(person, 'POST', `/api/orders/${orderId}/cancel`)
  if (answer.status === 200) simulation.memory.cancelled.add(orderId)
  return outcomeOf(answer)
}

/** Requests a quote and approves it: at once, twice at once, or not (yet). */
export async function buy(simulation: Simulation, person: Person, body: QuoteBody): Promise<string> {
  const { chance } = simulation
  const answer = await quote(simulation, person, body)
  if (answer.status !== 201) return `no terms: ${outcomeOf(answer)}`
  const agreed = answer.body.quote
  const how = chance.below(20)
  if (how === 0) return 'keeps the terms'
  if (how < 3) return await approveAndCancel(simulation, person, agreed)
  if (how > 4) return await approve(simulation, person, agreed)
  const both = await Promise.all([approve(simulation, person, agreed), approve(simulation, person, agreed)])
  return `twice at once: ${both.join(', ')}`
}
