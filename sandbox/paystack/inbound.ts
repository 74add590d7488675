import type { Inbound, IssuedAccount, Payment } from '#sandbox/events.ts'
import type { Fault } from '#sandbox/faults.ts'
import { peekFault } from '#sandbox/take-fault.ts'
import type { Untimed, World } from '#sandbox/world.ts'
import { customerBrief, DOMAIN, koboNumber } from './bodies.ts'
import { chargeFeeKobo, dedicatedAccountFeeKobo } from './fees.ts'
import { paymentData } from './payment-body.ts'
import { announcement } from './webhooks.ts'

type BankTransfer = { account: IssuedAccount; amountKobo: bigint; senderName: string; narration: string | null }

/** Somebody pays into an issued account number from their bank app. Returns the outcome. */
export function receiveBankTransfer(world: World, transfer: BankTransfer): Inbound {
  return transfer.account.purpose === 'customer' ? intoDedicatedAccount(world, transfer) : intoCharge(world, transfer)
}

function intoDedicatedAccount(world: World, transfer: BankTransfer): Inbound {
  const feeKobo = dedicatedAccountFeeKobo(transfer.amountKobo)
  return receive(world, transfer, transactionOfItsOwn(world, transfer, 'dedicated_nuban', feeKobo))
}

/** A payment that nobody announced: Paystack creates the transaction and its reference. */
function transactionOfItsOwn(
  world: World,
  transfer: BankTransfer,
  channel: Payment['channel'],
  feeKobo: bigint,
): Payment {
  const at = world.now().toISOString()
  return {
    id: world.nextId(),
    // Paystack's reference, not the app's: the session id of the interbank transfer, 30 digits.
    reference: `999999${at.replace(/\D/g, '').slice(2, 14)}${world.newDigits(12)}`,
    channel,
    customerCode: transfer.account.customerCode,
    accountNumber: transfer.account.accountNumber,
    amountKobo: transfer.amountKobo,
    requestedKobo: transfer.amountKobo,
    feeKobo,
    status: 'success',
    metadata: null,
    senderName: transfer.senderName,
    narration: transfer.narration,
    createdAt: at,
    paidAt: at,
  }
}

/**
 * A payment into one charge's account. Paystack does not document what happens in Nigeria to a wrong amount, or to a
 * late or second payment. This world plays both: it keeps the money or, under the fault `send-back`, returns it. The
 * first payment in time settles the charge, whatever its amount; any other is a transaction of its own.
 */
function intoCharge(world: World, transfer: BankTransfer): Inbound {
  const expected = world.state.payments.get(transfer.account.paymentReference ?? '')
  const nowMs = world.now().getTime()
  const inTime = transfer.account.expiresAt === null || nowMs < Date.parse(transfer.account.expiresAt)
  const settles = expected?.status === 'ongoing' && inTime
  if (!settles || transfer.amountKobo !== expected.requestedKobo) {
    const fault = peekFault(world, 'paystack', 'inbound')
    if (fault !== null) return sendBack(world, transfer, settles ? 'rejected' : 'returned', fault)
  }
  const feeKobo = chargeFeeKobo(transfer.amountKobo)
  if (!settles) return receive(world, transfer, transactionOfItsOwn(world, transfer, 'bank_transfer', feeKobo))
  return receive(world, transfer, {
    ...expected,
    status: 'success',
    amountKobo: transfer.amountKobo,
    feeKobo,
    senderName: transfer.senderName,
    narration: transfer.narration,
    paidAt: world.now().toISOString(),
  })
}

function receive(world: World, transfer: BankTransfer, payment: Payment): Inbound {
  const inbound = inboundOf(world, transfer, payment.reference, 'received')
  world.record([
    { type: 'payment.received', payment, inbound },
    ...announcement(world, 'charge.success', paymentData(world, payment)),
  ])
  return inbound
}

/** Paystack's message when a bank has recalled a payment: the dispute is closed. */
export function disputed(world: World, payment: Payment, status: Payment['status']): Untimed[] {
  if (status !== 'reversed') return []
  return announcement(world, 'charge.dispute.resolve', {
    id: world.nextId(),
    refund_amount: koboNumber(payment.amountKobo),
    currency: 'NGN',
    status: 'resolved',
    resolution: 'merchant-accepted',
    domain: DOMAIN,
    category: 'chargeback',
    transaction: paymentData(world, { ...payment, status }),
  })
}

/** A wrong amount is rejected and Paystack says so; a late or second payment is returned without a word. */
function sendBack(world: World, transfer: BankTransfer, status: 'rejected' | 'returned', fault: Fault): Inbound {
  const inbound = inboundOf(world, transfer, `returned-${world.newDigits(20)}`, status)
  const customer = world.state.customers.get(transfer.account.customerCode)
  const told =
    status === 'returned' || customer === undefined
      ? []
      : announcement(world, 'bank.transfer.rejected', {
          bank_transfer: {
            amount: transfer.amountKobo.toString(),
            message: 'incorrect amount sent',
            message_type: 'INCORRECT_AMOUNT',
            transaction_id: inbound.id,
          },
          customer: customerBrief(customer),
        })
  world.record([{ type: 'fault.used', id: fault.id }, { type: 'inbound.refused', inbound }, ...told])
  return inbound
}

function inboundOf(world: World, transfer: BankTransfer, reference: string, status: Inbound['status']): Inbound {
  return {
    id: world.nextId(),
    reference,
    accountNumber: transfer.account.accountNumber,
    amountKobo: transfer.amountKobo,
    senderName: transfer.senderName,
    status,
    at: world.now().toISOString(),
  }
}
