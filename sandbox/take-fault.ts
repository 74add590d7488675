import { type Fault, faultApplies, type Operation } from './faults.ts'
import type { World } from './world.ts'

/** The first fault that hits this call, if any, counted as used. */
export function takeFault(world: World, operation: Operation): Fault | null {
  const fault = peekFault(world, operation)
  if (fault !== null) world.record([{ type: 'fault.used', id: fault.id }])
  return fault
}

/** As takeFault, but leaves it to the caller to record the use together with what it causes. */
export function peekFault(world: World, operation: Operation): Fault | null {
  const aimed = (fault: Fault) => fault.operation === operation || fault.operation === '*'
  return world.state.faults.find((fault) => aimed(fault) && faultApplies(fault.fault, operation)) ?? null
}
