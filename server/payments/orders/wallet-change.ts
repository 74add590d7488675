import type { UserId } from '#contract/ids.ts'
import { kobo } from '#contract/money.ts'
import { account } from '#server/ledger/accounts.ts'
import type { UserBalances } from '#server/ledger/balances.ts'
import type { Movement } from '#server/ledger/post.ts'

/** What a posting changes in a customer's wallet, and its movements from or to accounts that are not the customer's. */
export type WalletChange = {
  readonly before: UserBalances
  readonly after: UserBalances
  readonly elsewhere: readonly Movement[]
}

/** The effect of movements that make money available: debt is repaid from it, as repayDebt does. */
export function planWalletChange(userId: UserId, before: UserBalances, movements: readonly Movement[]): WalletChange {
  const own: readonly string[] = [account.available(userId), account.held(userId)]
  const changeOf = (id: string) =>
    movements.reduce(
      (sum, { from, to, amountKobo }) => sum + (to === id ? amountKobo : 0n) - (from === id ? amountKobo : 0n),
      0n,
    )
  const availableKobo = before.availableKobo + changeOf(account.available(userId))
  const isFreed = availableKobo > before.availableKobo
  const owedKobo = -before.debtKobo - changeOf(account.debt(userId))
  const repaidKobo = !isFreed ? 0n : availableKobo < owedKobo ? availableKobo : owedKobo
  return {
    before,
    after: {
      availableKobo: kobo(availableKobo - repaidKobo),
      heldKobo: kobo(before.heldKobo + changeOf(account.held(userId))),
      debtKobo: kobo(repaidKobo - owedKobo),
    },
    elsewhere: movements.filter(
      ({ from, to, amountKobo }) => amountKobo !== 0n && !(own.includes(from) && own.includes(to)),
    ),
  }
}

export function isSameWallet(one: UserBalances, other: UserBalances): boolean {
  return one.availableKobo === other.availableKobo && one.heldKobo === other.heldKobo && one.debtKobo === other.debtKobo
}
