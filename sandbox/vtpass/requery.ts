import type { Call, Endpoint } from '#sandbox/endpoint.ts'
import type { Fault } from '#sandbox/faults.ts'
import type { VtpassOperation } from '#sandbox/operations.ts'
import type { Answer } from '#sandbox/transport.ts'
import type { World } from '#sandbox/world.ts'
import { requeryAnswer, requeryAnswerWith } from './bodies.ts'
import { codeAnswer, shortAnswer } from './codes.ts'
import type { Delivery } from './delivery.ts'
import { codeOf } from './refusals.ts'

const ONE_NAIRA_KOBO = 100n
const OTHER_NUMBER = '08099999999'
/** An inner status that VTpass documents nowhere. */
const OTHER_WORD = 'awaiting-clearance'

export function requeryEndpoints(world: World): Endpoint<VtpassOperation>[] {
  return [{ method: 'POST', path: '/requery', operation: 'requery', handle: (call) => requery(world, call) }]
}

/** The outcome of a purchase, by the app's request id. A fault alters this one reply; the truth does not change. */
function requery(world: World, { body, fault }: Call): Answer {
  const requestId = body.request_id
  if (typeof requestId !== 'string' || requestId === '') return codeAnswer(codeOf('requery-id-missing'))
  const delivery = world.state.deliveries.get(requestId)
  if (fault?.fault === 'code') {
    const code = fault.code ?? ''
    if (delivery === undefined || fault.status === undefined) return shortAnswer(code, requestId)
    return requeryAnswerWith(delivery, code, fault.status)
  }
  const hidden = delivery === undefined || world.now().getTime() < delivery.visibleFromMs
  if (hidden || fault?.fault === 'not-found-then-success') return codeAnswer(codeOf('requery-unknown'), requestId)
  return toldUnder(fault, delivery, world)
}

/** The truth about a purchase, or the false reply of a fault. */
function toldUnder(fault: Fault | null, delivery: Delivery, { state }: World): Answer {
  switch (fault?.fault) {
    case 'pending':
      return requeryAnswer({ ...delivery, status: 'pending', walletCreditId: null })
    case 'other-word':
      return requeryAnswerWith(delivery, '000', fault.status ?? OTHER_WORD)
    case 'wrong-amount':
      return requeryAnswer({ ...delivery, amountKobo: delivery.amountKobo - ONE_NAIRA_KOBO })
    case 'wrong-recipient':
      return requeryAnswer({ ...delivery, recipient: OTHER_NUMBER })
    case 'wrong-reference':
      return requeryAnswer({ ...delivery, requestId: `${delivery.requestId}strange` })
    case 'no-pins':
      return requeryAnswer({ ...delivery, pins: [] })
    case 'fewer-pins':
      return requeryAnswer({ ...delivery, pins: (delivery.pins ?? []).slice(0, -1) })
    case 'no-token':
      return requeryAnswer({ ...delivery, token: null })
    case 'copied': {
      const other = [...state.deliveries.values()].findLast((each) => each !== delivery)
      return other === undefined ? codeAnswer('015', delivery.requestId) : requeryAnswer(other)
    }
    default:
      return requeryAnswer(delivery)
  }
}
