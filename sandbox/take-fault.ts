import { type Fault, faultApplies } from './faults.ts'
import type { MailOperation, PaystackOperation, PushOperation, TermiiOperation, VtpassOperation } from './operations.ts'
import type { World } from './world.ts'

/** A call, by its provider and the operation name that faults use. */
type Aim =
  | [provider: 'paystack', operation: PaystackOperation]
  | [provider: 'vtpass', operation: VtpassOperation]
  | [provider: 'termii', operation: TermiiOperation]
  | [provider: 'mail', operation: MailOperation]
  | [provider: 'push', operation: PushOperation]

/** The first fault that hits this call, if any, counted as used. */
export function takeFault(world: World, ...aim: Aim): Fault | null {
  const fault = peekFault(world, ...aim)
  if (fault !== null) world.record([{ type: 'fault.used', id: fault.id }])
  return fault
}

/** Like takeFault, but the caller records the use together with its effect. */
export function peekFault(world: World, ...[provider, operation]: Aim): Fault | null {
  const aimed = (fault: Fault) =>
    fault.provider === provider && (fault.operation === operation || fault.operation === '*')
  return world.state.faults.find((fault) => aimed(fault) && faultApplies(provider, fault.fault, operation)) ?? null
}
