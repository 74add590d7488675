import type { Call, Endpoint } from '../endpoint.ts'
import type { VtpassOperation } from '../faults.ts'
import type { Answer } from '../transport.ts'
import type { World } from '../world.ts'
import { toldLater, toldWith } from './bodies.ts'
import { brief, coded } from './codes.ts'

const ONE_NAIRA_KOBO = 100n

export function requeryEndpoints(world: World): Endpoint<VtpassOperation>[] {
  return [{ method: 'POST', path: '/requery', operation: 'requery', handle: (call) => requery(world, call) }]
}

/** What became of a purchase, by our own id. A fault bends this one answer; the truth stays. */
function requery(world: World, { body, fault }: Call): Answer {
  const requestId = body.request_id
  if (typeof requestId !== 'string' || requestId === '') return coded('011')
  const delivery = world.state.deliveries.get(requestId)
  if (fault?.fault === 'code') {
    const code = fault.code ?? ''
    if (delivery === undefined || fault.status === undefined) return brief(code, requestId)
    return toldWith(delivery, code, fault.status)
  }
  const hidden = delivery === undefined || world.now().getTime() < delivery.visibleFromMs
  if (hidden || fault?.fault === 'not-found-then-success') return coded('015', requestId)
  if (fault?.fault === 'pending') return toldLater({ ...delivery, status: 'pending', walletCreditId: null })
  if (fault?.fault === 'wrong-amount') {
    return toldLater({ ...delivery, amountKobo: delivery.amountKobo - ONE_NAIRA_KOBO })
  }
  return toldLater(delivery)
}
