import type { Call, Endpoint } from '#sandbox/endpoint.ts'
import type { VtpassOperation } from '#sandbox/operations.ts'
import type { Answer } from '#sandbox/transport.ts'
import type { World } from '#sandbox/world.ts'
import { CATEGORIES, NO_FEE, SERVICES, type Service } from './catalogue.ts'
import { descriptionOf } from './codes.ts'
import { nairaNumber, nairaText } from './naira.ts'
import { serviceNow, variationsContent } from './plans.ts'
import { codeOf } from './refusals.ts'

const ONE_NAIRA_KOBO = 100n

export function lookupEndpoints(world: World): Endpoint<VtpassOperation>[] {
  return [
    { method: 'GET', path: '/service-categories', operation: 'services', handle: () => categories() },
    { method: 'GET', path: '/services', operation: 'services', handle: (call) => services(world, call) },
    { method: 'GET', path: '/service-variations', operation: 'variations', handle: (call) => variations(world, call) },
    { method: 'GET', path: '/balance', operation: 'balance', handle: (call) => balance(world, call) },
  ]
}

function found(content: unknown): Answer {
  return { http: 200, body: { response_description: '000', content } }
}

function categories(): Answer {
  return found(CATEGORIES.map(({ id, name }) => ({ identifier: id, name })))
}

/** An empty or unknown category is an empty list. */
function services({ state }: World, { query }: Call): Answer {
  const inCategory = SERVICES.filter((service) => service.category === query.identifier)
  return found(inCategory.map((service) => serviceData(serviceNow(state, service.id) ?? service)))
}

/** `minimium_amount` and `convinience_fee` are VTpass's own spelling. */
function serviceData(service: Service) {
  const prices = service.variations.map(({ amountKobo }) => amountKobo).filter((price) => price > 0n)
  const [lowest = service.minKobo] = prices
  const highest = prices.at(-1) ?? service.maxKobo
  return {
    serviceID: service.id,
    name: service.name,
    minimium_amount: nairaText(lowest),
    maximum_amount: nairaText(highest),
    convinience_fee: NO_FEE,
    product_type: prices.length > 0 ? 'fix' : 'flexible',
  }
}

function variations({ state }: World, { query, fault }: Call): Answer {
  const service = serviceNow(state, query.serviceID ?? '')
  const ordered = fault?.fault === 'code' ? (fault.code ?? '') : null
  if (service !== undefined && ordered === null) return found(variationsContent(service))
  const code = ordered ?? codeOf('plans-product-unknown')
  const content = { serviceID: query.serviceID ?? '', errors: descriptionOf(code) }
  return { http: 200, body: { response_description: code, content } }
}

/** Unlike all other replies: the code is a whole number, and the content is called `contents`. */
function balance({ state }: World, { fault }: Call): Answer {
  const toldKobo = state.vtpassWalletKobo - (fault?.fault === 'wrong-amount' ? ONE_NAIRA_KOBO : 0n)
  return { http: 200, body: { code: 1, contents: { balance: nairaNumber(toldKobo) } } }
}
