import { BANKS, bankIsOpen } from '#sandbox/banks.ts'
import type { IssuedAccount } from '#sandbox/events.ts'
import type { World } from '#sandbox/world.ts'

const ACCOUNTS_SHOWN = 200

/** What the board shows; newest first where time matters. Amounts are decimal strings of kobo. */
export function boardState(world: World) {
  const { state } = world
  return {
    balanceKobo: state.balanceKobo.toString(),
    vtpassWalletKobo: state.vtpassWalletKobo.toString(),
    accounts: [...state.accounts.values()]
      .slice(-ACCOUNTS_SHOWN)
      .reverse()
      .map((account) => ({
        accountNumber: account.accountNumber,
        accountName: account.accountName,
        ...expectation(world, account),
      })),
    banks: BANKS.map((bank) => ({
      code: bank.code,
      name: bank.name,
      open: bankIsOpen(world, bank),
      closedForGood: !bank.active,
    })),
    faults: state.faults,
    pendingTransfers: [...state.transfers.values()]
      .filter((transfer) => (transfer.status === 'pending' || transfer.status === 'otp') && transfer.plan.length === 0)
      .map((transfer) => ({ reference: transfer.reference, amountKobo: transfer.amountKobo.toString() })),
    pendingDeliveries: [...state.deliveries.values()]
      .filter((delivery) => delivery.status === 'pending' && delivery.plan.length === 0)
      .map(({ requestId, serviceId, recipient, amountKobo }) => ({
        requestId,
        serviceId,
        recipient,
        amountKobo: amountKobo.toString(),
      })),
    webhooksWaiting: state.messages.size,
    recent: [...state.recent].reverse(),
  }
}

/** What a payment into the number will do. Only `awaited` still settles a charge; the others accept money too. */
function expectation(world: World, account: IssuedAccount) {
  const payment = world.state.payments.get(account.paymentReference ?? '')
  if (payment === undefined) return { status: 'open', expectedKobo: null } as const
  const expectedKobo = payment.requestedKobo.toString()
  if (payment.status !== 'ongoing') return { status: 'paid', expectedKobo } as const
  const expired = account.expiresAt !== null && world.now().getTime() >= Date.parse(account.expiresAt)
  return { status: expired ? 'expired' : 'awaited', expectedKobo } as const
}
