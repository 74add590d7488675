import type { UserId } from '#contract/ids.ts'
import { account, HOUSE } from '#server/ledger/accounts.ts'
import { readBalances } from '#server/ledger/balances.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { DepositState } from './deposit-machine.ts'

/** The balances of the accounts that crediting a deposit touches, kobo. A debt is negative. */
type Balances = { readonly setAsideKobo: bigint; readonly availableKobo: bigint; readonly debtKobo: bigint }
export type BalancesChange = { readonly before: Balances; readonly after: Balances }

/** The balances afterwards. Any debt is repaid from the available money, as repayDebt does. */
export function planCredit(
  before: Balances,
  { amountKobo, state }: { readonly amountKobo: bigint; readonly state: DepositState },
): BalancesChange {
  const availableKobo = before.availableKobo + amountKobo
  const repaidKobo = availableKobo < -before.debtKobo ? availableKobo : -before.debtKobo
  const after = {
    setAsideKobo: before.setAsideKobo - (state === 'quarantined' ? amountKobo : 0n),
    availableKobo: availableKobo - repaidKobo,
    debtKobo: before.debtKobo + repaidKobo,
  }
  return { before, after }
}

export async function readAll(sql: Sql, userId: UserId): Promise<Balances> {
  const { availableKobo, debtKobo } = await readBalances(sql, userId)
  const [suspense] = await sql.query<{ balance: bigint }>(
    'select balance from ledger_accounts where user_id = $1 and id = $2',
    [HOUSE, account.suspenseIn],
  )
  return { setAsideKobo: suspense?.balance ?? 0n, availableKobo, debtKobo }
}

export function isSame(one: Balances, other: Balances): boolean {
  return (
    one.setAsideKobo === other.setAsideKobo &&
    one.availableKobo === other.availableKobo &&
    one.debtKobo === other.debtKobo
  )
}
