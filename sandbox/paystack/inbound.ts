import type { Inbound, IssuedAccount, Payment } from '../facts.ts'
import type { World } from '../world.ts'
import { customerBrief } from './bodies.ts'
import { chargeFeeKobo, dedicatedAccountFeeKobo } from './fees.ts'
import { paymentData } from './payment-body.ts'
import { announcement } from './webhooks.ts'

type BankTransfer = { account: IssuedAccount; amountKobo: bigint; senderName: string; narration: string | null }

/** Somebody pays into an issued account number from their bank app. Answers what became of it. */
export function receiveBankTransfer(world: World, transfer: BankTransfer): Inbound {
  return transfer.account.purpose === 'customer' ? intoDedicatedAccount(world, transfer) : intoCharge(world, transfer)
}

function intoDedicatedAccount(world: World, transfer: BankTransfer): Inbound {
  const at = world.now().toISOString()
  const payment: Payment = {
    id: world.nextId(),
    // Paystack's reference, not ours: the session id of the interbank transfer, 30 digits.
    reference: `999999${at.replace(/\D/g, '').slice(2, 14)}${world.newDigits(12)}`,
    channel: 'dedicated_nuban',
    customerCode: transfer.account.customerCode,
    accountNumber: transfer.account.accountNumber,
    amountKobo: transfer.amountKobo,
    requestedKobo: transfer.amountKobo,
    feeKobo: dedicatedAccountFeeKobo(transfer.amountKobo),
    status: 'success',
    metadata: null,
    senderName: transfer.senderName,
    narration: transfer.narration,
    createdAt: at,
    paidAt: at,
  }
  return receive(world, transfer, payment)
}

/** The account of one charge takes the exact amount, once, in time. Everything else goes back to the sender. */
function intoCharge(world: World, transfer: BankTransfer): Inbound {
  const expected = world.state.payments.get(transfer.account.paymentReference ?? '')
  const nowMs = world.now().getTime()
  const inTime = transfer.account.expiresAt === null || nowMs < Date.parse(transfer.account.expiresAt)
  if (expected === undefined || expected.status !== 'ongoing' || !inTime) return refuse(world, transfer, 'returned')
  if (transfer.amountKobo !== expected.amountKobo) return refuse(world, transfer, 'rejected')
  return receive(world, transfer, {
    ...expected,
    status: 'success',
    feeKobo: chargeFeeKobo(transfer.amountKobo),
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

function refuse(world: World, transfer: BankTransfer, status: 'rejected' | 'returned'): Inbound {
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
  world.record([{ type: 'inbound.refused', inbound }, ...told])
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
