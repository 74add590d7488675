import { z } from 'zod'

/**
 * Calls of the provider that a fault can be aimed at. `webhook` is the one way back, `inbound` a payment into an account
 * number. `*` is the next call of any kind.
 */
export const OPERATIONS = [
  'customer',
  'identification',
  'dedicated-account',
  'charge',
  'charge-verify',
  'payment-verify',
  'payments',
  'banks',
  'resolve',
  'recipient',
  'transfer',
  'transfer-verify',
  'transfers',
  'finalize-transfer',
  'balance',
  'refund',
  'inbound',
  'webhook',
  '*',
] as const
export type Operation = (typeof OPERATIONS)[number]

/** What goes wrong between the two machines, whatever the call. */
const TRANSPORT_FAULTS = [
  'timeout',
  'accept-then-500',
  'accept-then-timeout',
  'slow',
  'down',
  'reset',
  'html-502',
  'empty',
  'cut-json',
  'rate-limited',
] as const

const PAYMENT_FAULTS = [
  'decline',
  'refuse',
  'pending',
  'otp',
  'not-found-then-success',
  'success-then-reversed',
  'wrong-amount',
  ...TRANSPORT_FAULTS,
] as const

export const WEBHOOK_FAULTS = ['lost', 'duplicate', 'late', 'out-of-order', 'forged', 'lying'] as const

/** For payments into the account of a charge that are not its one exact payment in time. */
export const INBOUND_FAULTS = ['send-back'] as const

export const FAULTS = [...PAYMENT_FAULTS, ...INBOUND_FAULTS, ...WEBHOOK_FAULTS] as const
export type FaultName = (typeof FAULTS)[number]

/** Faults with a meaning of their own for some calls, besides the transport faults and `decline`, which every call knows. */
const OWN_FAULTS: Partial<Record<Operation, readonly FaultName[]>> = {
  transfer: ['refuse', 'pending', 'otp', 'not-found-then-success', 'success-then-reversed', 'wrong-amount'],
  'transfer-verify': ['pending', 'not-found-then-success', 'wrong-amount'],
  'payment-verify': ['pending', 'not-found-then-success', 'wrong-amount'],
  'charge-verify': ['pending', 'not-found-then-success'],
}

/** Whether a fault means anything for a call. A fault aimed at `*` waits for the first call that it can hit. */
export function faultApplies(fault: FaultName, operation: Operation): boolean {
  if (isOneOf(WEBHOOK_FAULTS, fault)) return operation === 'webhook'
  if (isOneOf(INBOUND_FAULTS, fault)) return operation === 'inbound'
  if (operation === 'webhook' || operation === 'inbound') return false
  if (operation === '*') return true
  return fault === 'decline' || isOneOf(TRANSPORT_FAULTS, fault) || (OWN_FAULTS[operation] ?? []).includes(fault)
}

/** `POST /control/faults`. Unless said otherwise: the next call of any kind, once. */
export const faultRequest = z
  .strictObject({
    provider: z.enum(['paystack']).default('paystack'),
    operation: z.enum(OPERATIONS).default('*'),
    fault: z.enum(FAULTS),
    count: z.int().min(1).max(1_000_000).default(1),
    /** For the faults that wait (slow, late, not-found-then-success, success-then-reversed): how long. */
    delayMs: z
      .int()
      .min(0)
      .max(30 * 24 * 60 * 60_000)
      .optional(),
  })
  .transform((request) =>
    request.operation === '*' ? { ...request, operation: onlyOperationOf(request.fault) } : request,
  )
  .refine((request) => faultApplies(request.fault, request.operation), {
    error: 'this fault has no meaning for this operation',
    path: ['fault'],
  })
export type FaultRequest = z.infer<typeof faultRequest>

/** A fault that is switched on, with how often it will still happen. */
export type Fault = FaultRequest & { readonly id: string; readonly left: number }

/** Where a fault is aimed when nobody said: some have only one place. */
function onlyOperationOf(fault: FaultName): Operation {
  if (isOneOf(WEBHOOK_FAULTS, fault)) return 'webhook'
  return isOneOf(INBOUND_FAULTS, fault) ? 'inbound' : '*'
}

function isOneOf(names: readonly FaultName[], name: FaultName): boolean {
  return names.includes(name)
}
