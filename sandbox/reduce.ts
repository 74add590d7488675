import { type Delivery, takenKobo, targetKey } from '#sandbox/vtpass/delivery.ts'
import { planKey } from '#sandbox/vtpass/plans.ts'
import { describe } from './describe.ts'
import type { Payment, SandboxPush, Transfer, WorldEvent } from './events.ts'
import { accountKey, broughtKobo, drawnByHandKobo, drawnKobo, emptyState, idOf, type State, schedule } from './state.ts'

const RECENT_MAX = 100
export const EMAILS_MAX = 500
const PUSH_MESSAGES_MAX = 500
const SMS_MAX = 500

/** Changes the state by one fact. The only writer: a live world and a replayed one cannot differ. */
export function reduce(state: State, fact: WorldEvent): void {
  applyOne(state, fact)
  state.lastId = Math.max(state.lastId, idOf(fact))
  const text = describe(fact)
  if (text === null) return
  state.recent.push({ at: fact.at, text })
  if (state.recent.length > RECENT_MAX) state.recent.shift()
}

function applyOne(state: State, fact: WorldEvent): void {
  switch (fact.type) {
    case 'customer.saved':
      state.customers.set(fact.customer.code, fact.customer)
      state.customerCodeByEmail.set(fact.customer.email, fact.customer.code)
      return
    case 'account.issued':
      state.accounts.set(fact.account.accountNumber, fact.account)
      if (fact.account.purpose === 'customer') {
        state.accountNumberByCustomer.set(fact.account.customerCode, fact.account.accountNumber)
      }
      return
    case 'recipient.saved':
      state.recipients.set(fact.recipient.code, fact.recipient)
      state.recipientCodeByAccount.set(accountKey(fact.recipient), fact.recipient.code)
      return
    case 'transfer.accepted':
      putTransfer(state, fact.transfer)
      for (const { atMs } of fact.transfer.plan) {
        schedule(state, { atMs, of: 'transfer', reference: fact.transfer.reference })
      }
      return
    case 'transfer.moved':
      moveTransfer(state, fact)
      return
    case 'dashboard.saved': {
      const { transfer } = fact
      const before = state.dashboardTransfers.get(transfer.id)
      state.balanceKobo += (before === undefined ? 0n : drawnByHandKobo(before)) - drawnByHandKobo(transfer)
      state.dashboardTransfers.set(transfer.id, transfer)
      return
    }
    case 'payment.expected':
      putPayment(state, fact.payment)
      return
    case 'payment.received':
      putPayment(state, fact.payment)
      state.inbound.push(fact.inbound)
      return
    case 'payment.moved': {
      const payment = state.payments.get(fact.reference)
      if (payment !== undefined) putPayment(state, { ...payment, status: fact.status })
      return
    }
    case 'inbound.refused':
      state.inbound.push(fact.inbound)
      return
    case 'refund.saved':
      // A refund leaves the balance when it is requested; `processed` only reports its arrival.
      if (!state.refunds.has(fact.refund.id)) state.balanceKobo -= fact.refund.amountKobo
      state.refunds.set(fact.refund.id, fact.refund)
      return
    case 'delivery.accepted':
      putDelivery(state, fact.delivery)
      state.lastDeliveryByTarget.set(targetKey(fact.delivery), fact.delivery.requestId)
      for (const { atMs } of fact.delivery.plan) {
        schedule(state, { atMs, of: 'delivery', reference: fact.delivery.requestId })
      }
      return
    case 'delivery.moved':
      moveDelivery(state, fact)
      return
    case 'plan.changed':
      state.planChanges.set(planKey(fact.change), fact.change)
      return
    case 'fault.set':
      state.faults.push({ ...fact.fault, left: fact.fault.count })
      return
    case 'fault.used':
      state.faults = state.faults
        .map((fault) => (fault.id === fact.id ? { ...fault, left: fault.left - 1 } : fault))
        .filter((fault) => fault.left > 0)
      return
    case 'bank.switched':
      state.bankOpen.set(fact.code, fact.open)
      return
    case 'message.queued':
      state.messages.set(fact.message.id, {
        ...fact.message,
        // A log from a world with a single provider does not name it.
        provider: fact.message.provider ?? 'paystack',
        tries: 0,
        lastStatus: null,
        nextAtMs: fact.message.dueAtMs,
      })
      return
    case 'message.tried':
      tryMessage(state, fact)
      return
    case 'sms.accepted':
      state.sms.push(fact.sms)
      if (state.sms.length > SMS_MAX) state.sms.shift()
      return
    case 'email.received':
      state.emails.push(fact.email)
      if (state.emails.length > EMAILS_MAX) state.emails.shift()
      return
    case 'push.subscribed':
      state.pushSubscriptions.set(fact.subscription.id, { ...fact.subscription, endedAt: null })
      return
    case 'push.ended': {
      const subscription = state.pushSubscriptions.get(fact.id)
      if (subscription !== undefined) state.pushSubscriptions.set(fact.id, { ...subscription, endedAt: fact.at })
      return
    }
    case 'push.received':
      takePush(state, fact.message)
      return
    case 'world.reset':
      resetState(state, fact.everything)
  }
}

function putTransfer(state: State, transfer: Transfer): void {
  const before = state.transfers.get(transfer.reference)
  state.balanceKobo += (before === undefined ? 0n : drawnKobo(before)) - drawnKobo(transfer)
  state.transfers.set(transfer.reference, transfer)
}

function putPayment(state: State, payment: Payment): void {
  const before = state.payments.get(payment.reference)
  state.balanceKobo += broughtKobo(payment) - (before === undefined ? 0n : broughtKobo(before))
  state.payments.set(payment.reference, payment)
}

/** A planned move is removed from the plan; a move by hand ends the plan. */
function moveTransfer(state: State, fact: Extract<WorldEvent, { type: 'transfer.moved' }>): void {
  const transfer = state.transfers.get(fact.reference)
  if (transfer === undefined) return
  putTransfer(state, {
    ...transfer,
    status: fact.status,
    plan: fact.planned ? transfer.plan.slice(1) : [],
    updatedAt: fact.at,
    transferredAt: fact.status === 'success' ? fact.at : transfer.transferredAt,
  })
}

function putDelivery(state: State, delivery: Delivery): void {
  const before = state.deliveries.get(delivery.requestId)
  state.vtpassWalletKobo += (before === undefined ? 0n : takenKobo(before)) - takenKobo(delivery)
  state.deliveries.set(delivery.requestId, delivery)
}

/** Like moveTransfer. */
function moveDelivery(state: State, fact: Extract<WorldEvent, { type: 'delivery.moved' }>): void {
  const delivery = state.deliveries.get(fact.requestId)
  if (delivery === undefined) return
  putDelivery(state, {
    ...delivery,
    status: fact.status,
    walletCreditId: fact.walletCreditId,
    plan: fact.planned ? delivery.plan.slice(1) : [],
    updatedAt: fact.at,
  })
}

/** A later message on a topic replaces the earlier one (RFC 8030, section 5.4). */
function takePush(state: State, message: SandboxPush): void {
  const { subscription, topic } = message
  const before = state.pushMessages.findIndex(
    (each) => topic !== null && each.topic === topic && each.subscription === subscription,
  )
  if (before >= 0) state.pushMessages.splice(before, 1)
  state.pushMessages.push(message)
  if (state.pushMessages.length > PUSH_MESSAGES_MAX) state.pushMessages.shift()
}

function tryMessage(state: State, fact: Extract<WorldEvent, { type: 'message.tried' }>): void {
  const message = state.messages.get(fact.id)
  if (message === undefined) return
  state.lastTriedMessage = fact.id > state.lastTriedMessage ? fact.id : state.lastTriedMessage
  if (fact.nextAt === null) state.messages.delete(fact.id)
  else {
    const nextAtMs = Date.parse(fact.nextAt)
    state.messages.set(fact.id, { ...message, tries: message.tries + 1, lastStatus: fact.status, nextAtMs })
  }
}

/**
 * Providers do not forget: a plain reset switches faults off, opens banks, sells plans at the catalogue's prices and
 * resets the visible log. Customers, accounts, transfers and the balance stay. Only `everything` starts another world.
 */
function resetState(state: State, everything: boolean): void {
  const { lastId } = state
  if (everything) Object.assign(state, emptyState())
  state.faults = []
  state.bankOpen.clear()
  state.planChanges.clear()
  state.lastId = lastId
  state.truthAfterId = lastId
}
