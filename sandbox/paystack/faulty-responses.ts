import type { Payment, Transfer } from '#sandbox/events.ts'
import type { Fault, FaultName } from '#sandbox/faults.ts'
import type { World } from '#sandbox/world.ts'
import { koboNumber, transferData } from './bodies.ts'
import { paymentData } from './payment-body.ts'

/** Single false replies. The truth does not change, and the next reply shows it. */

const ONE_NAIRA_KOBO = 100n
const ONE_NAIRA = Number(ONE_NAIRA_KOBO)
const OTHER_ACCOUNT_NUMBER = '9911111111'
const OTHER_CURRENCY = 'USD'
/** A status that Paystack documents nowhere. */
const OTHER_WORD = 'awaiting-clearance'
/** Prefix that turns a reference into one that belongs to nobody. */
const STRANGE = 'strange-'

export const wordOf = (fault: Fault): string => fault.status ?? OTHER_WORD

/** The verification of a transfer under a fault; null for "not found". */
export function toldTransfer(world: World, transfer: Transfer, fault: Fault | null) {
  const data = transferData(world, transfer)
  switch (fault?.fault) {
    case 'pending':
      return { ...data, status: 'pending', transferred_at: null, gateway_response: null }
    case 'other-word':
      return { ...data, status: wordOf(fault) }
    case 'wrong-amount':
      return { ...data, amount: koboNumber(transfer.amountKobo - ONE_NAIRA_KOBO) }
    case 'wrong-currency':
      return { ...data, currency: OTHER_CURRENCY }
    case 'wrong-reference':
      return { ...data, reference: STRANGE + transfer.reference }
    case 'wrong-recipient': {
      const { recipient } = data
      const details = { ...recipient?.details, account_number: OTHER_ACCOUNT_NUMBER }
      return { ...data, recipient: { ...recipient, details } }
    }
    case 'copied': {
      const other = newestOther(world.state.transfers, transfer)
      return other === null ? null : transferData(world, other)
    }
    default:
      return data
  }
}

/** The verification of a payment under a fault; null for "not found". */
export function toldPayment(world: World, payment: Payment, fault: Fault | null) {
  const data = paymentData(world, payment)
  switch (fault?.fault) {
    case 'pending':
      return paymentData(world, { ...payment, status: 'ongoing', paidAt: null })
    case 'other-word':
      return { ...data, status: wordOf(fault) }
    case 'wrong-amount':
      return { ...data, amount: koboNumber(payment.amountKobo - ONE_NAIRA_KOBO) }
    case 'wrong-currency':
      return { ...data, currency: OTHER_CURRENCY }
    case 'wrong-reference':
      return { ...data, reference: STRANGE + payment.reference }
    case 'wrong-recipient':
      return paymentData(world, { ...payment, accountNumber: OTHER_ACCOUNT_NUMBER })
    case 'copied': {
      const other = newestOther(world.state.payments, payment)
      return other === null ? null : paymentData(world, other)
    }
    default:
      return data
  }
}

function newestOther<Thing>(things: ReadonlyMap<string, Thing>, own: Thing): Thing | null {
  return [...things.values()].findLast((each) => each !== own) ?? null
}

type Line = { readonly id: number; readonly reference?: string; readonly amount: number }

const LISTS: Partial<Record<FaultName, (newest: Line, lines: readonly Line[]) => readonly Line[]>> = {
  'list-missing-line': (_newest, lines) => lines.slice(1),
  // Repeats the newest line as a transfer that never happened.
  'list-extra-line': ({ id, reference, ...rest }, lines) => [
    { ...rest, id: id * 10, reference: STRANGE + (reference ?? '') },
    ...lines,
  ],
  'list-wrong-amount': ({ amount, ...rest }, lines) => [
    { ...rest, amount: amount + (amount > ONE_NAIRA ? -ONE_NAIRA : ONE_NAIRA) },
    ...lines.slice(1),
  ],
}

/** One page of a list, newest line first, under a fault. An empty page stays as it is. */
export function toldLines(lines: readonly Line[], fault: Fault | null): readonly Line[] {
  const [newest] = lines
  const bend = fault === null ? undefined : LISTS[fault.fault]
  return newest === undefined || bend === undefined ? lines : bend(newest, lines)
}

/** Our balance under a fault. */
export function toldBalanceKobo(world: World, fault: Fault | null): bigint {
  return world.state.balanceKobo - (fault?.fault === 'wrong-amount' ? ONE_NAIRA_KOBO : 0n)
}
