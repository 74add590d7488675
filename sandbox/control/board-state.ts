import { BANKS, bankIsOpen } from '../banks.ts'
import type { World } from '../world.ts'

const ACCOUNTS_SHOWN = 200

/** What the board shows; newest first where time matters. Amounts are decimal strings of kobo. */
export function boardState(world: World) {
  const { state } = world
  return {
    balanceKobo: state.balanceKobo.toString(),
    accounts: [...state.accounts.values()]
      .slice(-ACCOUNTS_SHOWN)
      .reverse()
      .map((account) => ({
        accountNumber: account.accountNumber,
        accountName: account.accountName,
        purpose: account.purpose,
        expiresAt: account.expiresAt,
        /** What a charge waits for; null where any amount is welcome. */
        expectedKobo: state.payments.get(account.paymentReference ?? '')?.amountKobo.toString() ?? null,
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
    webhooksWaiting: state.messages.size,
    recent: [...state.recent].reverse(),
  }
}
