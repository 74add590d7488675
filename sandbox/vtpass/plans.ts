import type { PlanChange } from '#sandbox/events.ts'
import type { State } from '#sandbox/state.ts'
import { NO_FEE, type Service, serviceWithId, type Variation } from './catalogue.ts'
import { nairaDecimals } from './naira.ts'

export function planKey({ serviceId, code }: Pick<PlanChange, 'serviceId' | 'code'>): string {
  return `${serviceId}/${code}`
}

/** A service with the plans it sells now: the catalogue's, with later changes. */
export function serviceNow(state: State, id: string): Service | undefined {
  const service = serviceWithId(id)
  return service === undefined ? undefined : { ...service, variations: variationsNow(state, service) }
}

function variationsNow(state: State, service: Service): readonly Variation[] {
  return service.variations.flatMap((variation) => {
    const change = state.planChanges.get(planKey({ serviceId: service.id, code: variation.code }))
    if (change === undefined) return [variation]
    return change.plan === null ? [] : [{ code: variation.code, ...change.plan }]
  })
}

/** A service's plans in the format of VTpass's contract. */
export function variationsContent(service: Service) {
  return {
    ServiceName: service.name,
    serviceID: service.id,
    convinience_fee: NO_FEE,
    variations: service.variations.map(variationData),
  }
}

function variationData({ code, name, amountKobo }: Variation) {
  return {
    variation_code: code,
    name,
    variation_amount: nairaDecimals(amountKobo),
    fixedPrice: amountKobo > 0n ? 'Yes' : 'No',
  }
}
