import { z } from 'zod'
import { MAIL_REFUSAL_NAMES } from './email/refusals.ts'
import {
  MAIL_OPERATIONS,
  OPERATIONS,
  type Operation,
  PAYSTACK_OPERATIONS,
  TERMII_OPERATIONS,
  type TermiiOperation,
  VTPASS_OPERATIONS,
} from './operations.ts'
import { PAYSTACK_REFUSAL_NAMES, type PaystackRefusalName, paystackRefusal } from './paystack/refusals.ts'
import { TERMII_REFUSAL_NAMES, type TermiiRefusalName } from './termii/refusals.ts'

export type Provider = 'paystack' | 'vtpass'

/** The providers that a fault can target: Termii, the mail server and the push service make no callbacks. */
type Faulty = keyof typeof OPERATIONS

/** What goes wrong between the two machines, whatever the call. */
export const TRANSPORT_FAULTS = [
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
  'fail-then-success-then-reversed',
  'accept-then-fail',
  'wrong-amount',
  'wrong-currency',
  'wrong-recipient',
  'wrong-reference',
  'copied',
  'other-word',
  'no-pins',
  'fewer-pins',
  'no-token',
  'list-missing-line',
  'list-extra-line',
  'list-wrong-amount',
  'short-lived',
  'code',
  'odd-text',
  ...TRANSPORT_FAULTS,
] as const

/** What a message with a genuine signature says instead of the truth. */
const LYING_FAULTS = ['lying', 'lying-customer', 'lying-currency'] as const
export type LyingFault = (typeof LYING_FAULTS)[number]

/** How a signature can be wrong although the sender knows the key. */
const SIGNATURE_FAULTS = [
  'no-signature',
  'cut-signature',
  'upper-case-signature',
  'other-algorithm',
  'other-bytes',
] as const
export type SignatureFault = (typeof SIGNATURE_FAULTS)[number]

const CALLBACK_FAULTS = [
  'lost',
  'duplicate',
  'storm',
  'echo',
  'late',
  'out-of-order',
  'forged',
  'lying',
  'lying-customer',
] as const

/** What goes wrong with callbacks. VTpass signs nothing and names no currency. */
export const WEBHOOK_FAULTS = {
  paystack: [...CALLBACK_FAULTS, 'lying-currency', ...SIGNATURE_FAULTS],
  vtpass: CALLBACK_FAULTS,
} as const satisfies Record<Provider, readonly string[]>

/** For payments into a charge's account that are not the one exact payment in time. */
export const INBOUND_FAULTS = ['send-back'] as const

/** What the mail server can do instead of accepting an email. */
export const MAIL_FAULTS = ['down', ...MAIL_REFUSAL_NAMES, 'slow', 'accept-then-drop'] as const

/** What the push service can do instead of accepting a message. `gone`: the browser has unsubscribed for good. */
export const PUSH_FAULTS = ['gone', 'refuse', 'rate-limited', 'down', 'timeout', 'slow', 'accept-then-drop'] as const
/** What Termii can do instead of accepting an SMS, for the board. */
export const SMS_FAULTS = [
  ...TERMII_REFUSAL_NAMES,
  'timeout',
  'down',
  'reset',
  'accept-then-500',
  'slow',
  'decline',
  'refuse',
  'accept-then-fail',
  'duplicate',
] as const

export const FAULTS = [
  ...PAYMENT_FAULTS,
  ...INBOUND_FAULTS,
  ...WEBHOOK_FAULTS.paystack,
  // The other faults are already listed with those of a payment.
  ...PAYSTACK_REFUSAL_NAMES,
  ...TERMII_REFUSAL_NAMES,
  ...MAIL_REFUSAL_NAMES,
  'accept-then-drop',
  'gone',
] as const
export type FaultName = (typeof FAULTS)[number]

/** One reply to a verification differs from the truth, which does not change. */
const VERIFY_FAULTS = [
  'pending',
  'not-found-then-success',
  'wrong-amount',
  'wrong-recipient',
  'wrong-reference',
  'copied',
  'other-word',
] as const satisfies readonly FaultName[]
/** One page of a list differs from the truth in its newest line. */
const LIST_FAULTS = [
  'list-missing-line',
  'list-extra-line',
  'list-wrong-amount',
] as const satisfies readonly FaultName[]

/** Faults that only some calls know, besides the transport faults, which every call knows. */
const OWN_FAULTS: Readonly<Record<Provider, Partial<Record<Operation, readonly FaultName[]>>>> = {
  paystack: {
    transfer: [
      'refuse',
      'pending',
      'otp',
      'not-found-then-success',
      'success-then-reversed',
      'fail-then-success-then-reversed',
      'wrong-amount',
      'other-word',
    ],
    'transfer-verify': [...VERIFY_FAULTS, 'wrong-currency'],
    'payment-verify': [...VERIFY_FAULTS, 'wrong-currency'],
    transfers: LIST_FAULTS,
    payments: LIST_FAULTS,
    charge: ['short-lived'],
    'charge-verify': ['pending', 'not-found-then-success'],
    balance: ['wrong-amount'],
  },
  vtpass: {
    pay: [
      'refuse',
      'pending',
      'not-found-then-success',
      'success-then-reversed',
      'fail-then-success-then-reversed',
      'accept-then-fail',
      'wrong-amount',
      'code',
    ],
    requery: [...VERIFY_FAULTS, 'no-pins', 'fewer-pins', 'no-token', 'code'],
    'merchant-verify': ['code'],
    variations: ['code'],
    balance: ['wrong-amount'],
  },
}

/** What goes wrong with an SMS apart from transport: it never arrives, comes twice, or appears late in the history. */
const TERMII_FAULTS: Readonly<Record<Exclude<TermiiOperation, '*'>, readonly FaultName[]>> = {
  send: ['decline', 'refuse', 'accept-then-fail', 'duplicate'],
  history: ['list-missing-line'],
}

/** Whether a fault means anything for a call. A fault aimed at `*` waits for the first call that it can hit. */
export function faultApplies(provider: Faulty, fault: FaultName, operation: Operation): boolean {
  const known: readonly Operation[] = OPERATIONS[provider]
  if (!known.includes(operation)) return false
  if (provider === 'mail') return isOneOf(MAIL_FAULTS, fault)
  if (provider === 'push') return isOneOf(PUSH_FAULTS, fault)
  if (provider === 'termii') return appliesToTermii(fault, operation)
  if (isPaystackRefusal(fault)) {
    return provider === 'paystack' && paystackRefusal(fault).operations.some((each) => each === operation)
  }
  if (operation === '*') return known.some((each) => each !== '*' && faultApplies(provider, fault, each))
  if (isOneOf(WEBHOOK_FAULTS.paystack, fault)) {
    return operation === 'webhook' && isOneOf(WEBHOOK_FAULTS[provider], fault)
  }
  if (isOneOf(INBOUND_FAULTS, fault)) return operation === 'inbound'
  if (operation === 'webhook' || operation === 'inbound') return false
  if (isOneOf(TRANSPORT_FAULTS, fault) || fault === 'odd-text') return true
  // A requery is declined with `code`, because it has more than one way to decline.
  if (fault === 'decline') return operation !== 'requery'
  return OWN_FAULTS[provider][operation]?.includes(fault) ?? false
}

function appliesToTermii(fault: FaultName, operation: Operation): boolean {
  if (operation === '*') return appliesToTermii(fault, 'send') || appliesToTermii(fault, 'history')
  if (isOneOf(TERMII_REFUSAL_NAMES, fault)) return operation === 'send'
  const isTransport = isOneOf(TRANSPORT_FAULTS, fault) || fault === 'odd-text'
  return isTransport || isOneOf(operation === 'send' ? TERMII_FAULTS.send : TERMII_FAULTS.history, fault)
}

const DELAY_MAX_MS = 30 * 24 * 60 * 60_000
/** Far more than any field should hold. */
export const ODD_TEXT_MAX_LENGTH = 5_000

/** `POST /control/faults`. Default: the next call of any kind to Paystack, once. */
export const faultRequest = z
  .strictObject({
    provider: z.enum(['paystack', 'vtpass', 'termii', 'mail', 'push']).default('paystack'),
    operation: z
      .enum([...PAYSTACK_OPERATIONS, ...VTPASS_OPERATIONS, ...TERMII_OPERATIONS, ...MAIL_OPERATIONS])
      .default('*'),
    fault: z.enum(FAULTS),
    count: z.int().min(1).max(1_000_000).default(1),
    /** For faults that delay: how long. */
    delayMs: z.int().min(0).max(DELAY_MAX_MS).optional(),
    /** For `code`: the code to answer with. */
    code: z
      .string()
      .regex(/^\d{3}$/, 'three digits')
      .optional(),
    /**
     * For `code`: the inner status of the answer, any word. Without it the answer names no transaction.
     * For `other-word`: the word. By default one that is not documented.
     */
    status: z.string().min(1).max(40).optional(),
    /** For `code` on a purchase: whether the purchase is carried out anyway. */
    done: z.boolean().optional(),
    /** For `odd-text`: the field, wherever in the answer, and its text. Any text: a NUL, half a character, nothing. */
    field: z
      .string()
      .regex(/^\w{1,40}$/, 'the name of a field')
      .optional(),
    text: z.string().max(ODD_TEXT_MAX_LENGTH).optional(),
    /** For `odd-text`: only the first such field, as in the newest line of a list. */
    first: z.boolean().optional(),
  })
  .transform((request) =>
    request.operation === '*' ? { ...request, operation: onlyOperationOf(request.fault) } : request,
  )
  .refine((request) => faultApplies(request.provider, request.fault, request.operation), {
    error: 'this fault has no meaning for this operation',
    path: ['fault'],
  })
  .refine(
    ({ fault, code, status, done }) => {
      if (fault === 'code') return code !== undefined
      return (code ?? done) === undefined && (fault === 'other-word' || status === undefined)
    },
    {
      error: 'goes with the fault "code" and only with it, but for the status of "other-word"',
      path: ['code'],
    },
  )
  .refine(
    ({ fault, field, text, first }) =>
      fault === 'odd-text' ? field !== undefined && text !== undefined : (field ?? text ?? first) === undefined,
    { error: 'go with the fault "odd-text" and only with it', path: ['field', 'text'] },
  )
export type FaultRequest = z.infer<typeof faultRequest>

/** A fault that is switched on, and how many more times it will happen. */
export type Fault = FaultRequest & { readonly id: string; readonly left: number }

/** The default target of a fault: some can have only one. */
function onlyOperationOf(fault: FaultName): Operation {
  if (isOneOf(WEBHOOK_FAULTS.paystack, fault)) return 'webhook'
  if (isPaystackRefusal(fault)) return paystackRefusal(fault).operations[0] ?? '*'
  return isOneOf(INBOUND_FAULTS, fault) ? 'inbound' : '*'
}

function isOneOf(names: readonly FaultName[], name: FaultName): boolean {
  return names.includes(name)
}

/** Whether the fault is a refusal from the table, sent before anything is done. */
export function isPaystackRefusal(name: FaultName): name is PaystackRefusalName {
  return isOneOf(PAYSTACK_REFUSAL_NAMES, name)
}

export function isTermiiRefusal(name: FaultName): name is TermiiRefusalName {
  return isOneOf(TERMII_REFUSAL_NAMES, name)
}
