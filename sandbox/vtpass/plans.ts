import type { State } from '../state.ts'
import { type Service, serviceWithId, type Variation } from './catalogue.ts'

/** One plan of a service as somebody changed it on the board. Null: it is not sold any more. */
export type PlanChange = {
  readonly serviceId: string
  readonly code: string
  readonly plan: { readonly name: string; readonly amountKobo: bigint } | null
}

export function planKey({ serviceId, code }: Pick<PlanChange, 'serviceId' | 'code'>): string {
  return `${serviceId}/${code}`
}

/** A service with the plans it sells now: the catalogue's, and what was changed since. */
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
