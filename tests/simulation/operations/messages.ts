import type { Simulation } from '#tests/simulation/simulation.ts'
import { NOBODY, type Operation } from './operation.ts'

export const post: Operation = {
  name: 'webhooks delivered',
  weight: 90,
  async run({ outside }) {
    await outside.postman.deliverDue()
    return 'delivered'
  },
}

/** Sends the same bytes again, at any later time. */
export const replay: Operation = {
  name: 'webhook replayed',
  weight: 10,
  async run(simulation) {
    const { chance, memory } = simulation
    if (memory.messages.length === 0) return NOBODY
    const { url, headers, body } = chance.oneOf(memory.messages)
    return await send(simulation, url, headers, body)
  },
}

/** Forged messages: a changed body with an old signature, or a callback of the provider that does not sign. */
export const forgery: Operation = {
  name: 'webhook forged',
  weight: 10,
  async run(simulation) {
    const { chance, memory, outside } = simulation
    const references = [...outside.world.state.deliveries.keys()].slice(-20)
    if (chance.is(0.5) && references.length > 0) {
      const [code, status] = chance.oneOf([
        ['000', 'delivered'],
        ['040', 'reversed'],
        ['016', 'failed'],
      ] as const)
      const data = { code, requestId: chance.oneOf(references), content: { transactions: { status } } }
      const body = JSON.stringify({ type: 'transaction-update', data })
      return await send(simulation, '/webhooks/vtpass/jara-sandbox-callback', {}, body)
    }
    const signed = memory.messages.filter((each) => each.url.endsWith('/paystack')).at(-1 - chance.below(10))
    if (signed === undefined) return NOBODY
    return await send(simulation, signed.url, signed.headers, signed.body.replace(/"amount":(\d+)/, '"amount":$10'))
  },
}

async function send(simulation: Simulation, url: string, headers: Readonly<Record<string, string>>, body: string) {
  const request = {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  } as const
  return String((await simulation.product().request(request)).status)
}
