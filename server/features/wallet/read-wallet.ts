import { RECENT_TRANSACTIONS } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { nextLagosMidnight } from '#contract/time.ts'
import type { Wallet } from '#contract/wallet.ts'
import type { Deps } from '../../deps.ts'
import { readBalances } from '../../ledger/balances.ts'
import { dailyLimitKobo, readSpentToday } from '../../orders/limits.ts'
import { listTransactions } from '../history/list-transactions.ts'

/** Everything the dashboard shows, read at one moment: balances are the ledger's and nothing else. */
export async function readWallet(deps: Pick<Deps, 'database' | 'clock'>, userId: UserId): Promise<Wallet> {
  const now = deps.clock.now()
  const [balances, spentToday, recent] = await Promise.all([
    readBalances(deps.database, userId),
    readSpentToday(deps.database, userId, now),
    listTransactions(deps.database, userId, { limit: RECENT_TRANSACTIONS }),
  ])
  return {
    availableKobo: balances.availableKobo.toString(),
    heldKobo: balances.heldKobo.toString(),
    spentTodayKobo: spentToday.toString(),
    dailyLimitKobo: dailyLimitKobo().toString(),
    resetsAt: nextLagosMidnight(now).toISOString(),
    level: 'basic',
    recent: recent.transactions,
    at: now.toISOString(),
  }
}
