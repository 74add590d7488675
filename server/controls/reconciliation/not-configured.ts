import type { Deps } from '#server/deps.ts'
import { account } from '#server/ledger/accounts.ts'
import { readHouseBalance } from '#server/ledger/balances.ts'
import { alarmNotConfigured } from '#server/outbox/alarms/raise-alarm.ts'
import { INTERNAL_PROVIDER } from '#server/payments/kinds/kind.ts'
import { OPEN_STATES } from '#server/payments/orders/machine.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { everyProvider } from '#server/providers/registry.ts'
import { readOwnKobo } from './compare-balance.ts'
import type { Findings } from './findings.ts'

/** The names of all configured providers. */
export function configuredNames(deps: Pick<Deps, 'providers'>): string[] {
  return [...everyProvider(deps, 'payments'), ...everyProvider(deps, 'bills')].map(({ name }) => name)
}

/**
 * Finds providers that are not configured and still concern us: by open orders, an open difference, or money they
 * should hold for us. Nothing of theirs can be compared, so each is a gap, and operators are alerted.
 */
export async function findNotConfigured(deps: Deps, findings: Findings): Promise<void> {
  const { database, clock, log } = deps
  for (const provider of await namedElsewhere(database, configuredNames(deps))) {
    const waits = await whatWaits(database, provider)
    if (waits === null) continue
    findings.gaps.push({ provider, what: `${provider}: not configured, and ${waits} waits for it`, passing: false })
    await alarmNotConfigured(database, log, { provider, waits, at: clock.now() })
  }
}

/** Other providers named by open orders, open differences or money in the books. */
async function namedElsewhere(sql: Sql, configured: readonly string[]): Promise<string[]> {
  const rows = await sql.query<{ name: string }>(
    `select name from (
       select provider as name from orders where state = any($1::text[])
       union select provider from reconciliation_exceptions where closed_at is null
       union select provider from provider_opening_balances
       union select split_part(account_id, ':', 2) from ledger_house_balances where account_id like 'provider:%:float'
     ) as names where name <> $2 and name <> all($3::text[]) order by name`,
    [[...OPEN_STATES, 'awaiting_payment'], INTERNAL_PROVIDER, [...configured]],
  )
  return rows.map(({ name }) => name)
}

/** What still concerns us at a provider, or null when nothing is open and it should hold nothing of ours. */
async function whatWaits(sql: Sql, provider: string): Promise<string | null> {
  const [open] = await sql.query<{ count: number }>(
    `select (select count(*) from orders where provider = $1 and state = any($2::text[]))::int
       + (select count(*) from reconciliation_exceptions where provider = $1 and closed_at is null)::int as count`,
    [provider, [...OPEN_STATES, 'awaiting_payment']],
  )
  if ((open?.count ?? 0) > 0) return 'something open'
  const ledgerKobo = -(await readHouseBalance(sql, account.providerFloat(provider)))
  const ownKobo = (await readOwnKobo(sql, provider)) ?? 0n
  return ledgerKobo + ownKobo === 0n ? null : 'money of ours'
}
