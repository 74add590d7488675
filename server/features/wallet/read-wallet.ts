import { RECENT_TRANSACTIONS } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { nextLagosMidnight } from '#contract/time.ts'
import type { Wallet } from '#contract/wallet.ts'
import { countBoughtCodes } from '../../bpc/held-codes.ts'
import type { Deps } from '../../deps.ts'
import { readBalances } from '../../ledger/balances.ts'
import { debtSentence, readDebt } from '../../ledger/debt.ts'
import { findOpenPurchase } from '../../orders/bpc-charges.ts'
import { dailyLimitKobo, findNewLimit, readSpentToday } from '../../orders/limits.ts'
import { listTransactions } from '../history/list-transactions.ts'

/** Everything the dashboard shows, read at one moment: balances are the ledger's and nothing else. */
export async function readWallet(deps: Pick<Deps, 'config' | 'database' | 'clock'>, userId: UserId): Promise<Wallet> {
  const now = deps.clock.now()
  const [balances, debt, spentToday, recent, boughtCodes, openBpcPurchase, newLimit] = await Promise.all([
    readBalances(deps.database, userId),
    readDebt(deps.database, userId),
    readSpentToday(deps.database, userId, now),
    listTransactions(deps.database, userId, { limit: RECENT_TRANSACTIONS }),
    countBoughtCodes(deps.database, userId),
    findOpenPurchase(deps.database, userId),
    findNewLimit(deps, userId),
  ])
  return {
    availableKobo: balances.availableKobo.toString(),
    heldKobo: balances.heldKobo.toString(),
    debt:
      debt === null
        ? null
        : `${debtSentence(debt)} Money that comes in repays it first; until then no money can leave.`,
    spentTodayKobo: spentToday.toString(),
    dailyLimitKobo: dailyLimitKobo(boughtCodes).toString(),
    resetsAt: nextLagosMidnight(now).toISOString(),
    newLimit:
      newLimit === null ? null : { leftKobo: newLimit.leftKobo.toString(), until: newLimit.until.toISOString() },
    level: boughtCodes > 0 ? 'plus' : 'basic',
    openBpcPurchase,
    recent: recent.transactions,
    at: now.toISOString(),
  }
}
