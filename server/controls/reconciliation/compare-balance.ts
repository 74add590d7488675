import { formatNaira } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { account } from '#server/ledger/accounts.ts'
import { readHouseBalance } from '#server/ledger/balances.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { everyProvider } from '#server/providers/registry.ts'
import { addGap, bothSides, type Difference, type Findings } from './findings.ts'

/** What a provider says it holds for us, and what the ledger says, at one moment. Kobo. */
export type Position = { readonly provider: string; readonly heldKobo: bigint; readonly ledgerKobo: bigint }

/** Every provider's position now. A provider that does not answer has none and counts as a gap. */
export async function readPositions(deps: Deps, findings: Findings): Promise<Position[]> {
  const positions: Position[] = []
  for (const { name, balance } of [...everyProvider(deps, 'payments'), ...everyProvider(deps, 'bills')]) {
    const answer = await balance()
    if (answer.outcome !== 'succeeded') {
      addGap(findings, name, `its balance: ${answer.outcome === 'unknown' ? answer.cause : answer.reason}`)
      continue
    }
    const floatKobo = await readHouseBalance(deps.database, account.providerFloat(name))
    positions.push({ provider: name, heldKobo: answer.value.balanceKobo, ledgerKobo: -floatKobo })
  }
  return positions
}

/**
 * The positions that are unchanged: no money moved between the two readings, so everything read between them is
 * consistent.
 */
export function unmoved(before: readonly Position[], after: readonly Position[]): Position[] {
  return after.filter(({ provider, heldKobo, ledgerKobo }) =>
    before.some((each) => each.provider === provider && each.heldKobo === heldKobo && each.ledgerKobo === ledgerKobo),
  )
}

/** What a provider holds beyond the ledger, kobo: our own money there. Null before the first run. */
export async function readOwnKobo(sql: Sql, provider: string): Promise<bigint | null> {
  const [row] = await sql.query<{ own: bigint }>(
    'select own_kobo as own from provider_opening_balances where provider = $1',
    [provider],
  )
  return row?.own ?? null
}

/**
 * Compares a provider's balance with the ledger's float, our own money there, pending payments, and every known
 * difference, however old. The rest is a difference of its own; null when there is no rest.
 */
export async function compareBalance(
  sql: Sql,
  { provider, heldKobo, ledgerKobo }: Position,
  findings: Findings,
  openDifferences: readonly Difference[],
): Promise<{ ownKobo: bigint; difference: Difference | null }> {
  const named = openDifferences
    .filter((each) => each.provider === provider)
    .reduce((sum, each) => sum + (each.differenceKobo ?? 0n), 0n)
  const ownKobo = heldKobo - ledgerKobo - named - (findings.pendingKobo.get(provider) ?? 0n)
  const expectedKobo = await readOwnKobo(sql, provider)
  if (ownKobo === expectedKobo) return { ownKobo, difference: null }
  const differenceKobo = ownKobo - (expectedKobo ?? 0n)
  const detail =
    expectedKobo === null
      ? `holds ${formatNaira(ownKobo)} that the ledger does not explain, and no earlier run says what of it is our own`
      : `holds ${formatNaira(differenceKobo < 0n ? -differenceKobo : differenceKobo)} ${differenceKobo < 0n ? 'less' : 'more'} than ledger, open payments and our own ${formatNaira(expectedKobo)} explain`
  const reference = await nameBalance(sql, provider, ownKobo)
  const sides = bothSides(heldKobo - differenceKobo, heldKobo)
  return { ownKobo, difference: { provider, kind: 'balance-differs', reference, detail, ...sides } }
}

/**
 * The amount in kobo as the difference's name, with a counter from the second time on. When two people explained an
 * amount, it became our own money. If the balance differs by it again, that is another difference, which needs another
 * explanation.
 */
async function nameBalance(sql: Sql, provider: string, ownKobo: bigint): Promise<string> {
  const [explained] = await sql.query<{ times: number }>(
    `select count(*)::int as times from reconciliation_exceptions
     where provider = $1 and kind = 'balance-differs' and confirmed_by is not null
       and split_part(reference, '#', 1) = $2`,
    [provider, ownKobo.toString()],
  )
  const times = explained?.times ?? 0
  return times === 0 ? ownKobo.toString() : `${ownKobo}#${times + 1}`
}

/** Stores the latest positions for monitoring: what a provider held and what our books said at that moment. */
export async function keepPositions(sql: Sql, positions: readonly Position[], at: Date): Promise<void> {
  await sql.query(
    `insert into provider_positions (provider, held_kobo, ledger_kobo, read_at)
     select *, $4::timestamptz from unnest($1::text[], $2::bigint[], $3::bigint[])
     on conflict (provider) do update
     set held_kobo = excluded.held_kobo, ledger_kobo = excluded.ledger_kobo, read_at = excluded.read_at`,
    [
      positions.map(({ provider }) => provider),
      positions.map(({ heldKobo }) => heldKobo),
      positions.map(({ ledgerKobo }) => ledgerKobo),
      at,
    ],
  )
}

/** Stores what a provider holds of our own money, kobo, replacing the earlier amount. */
export async function keepOwnKobo(sql: Sql, provider: string, ownKobo: bigint, at: Date): Promise<void> {
  await sql.query(
    `insert into provider_opening_balances (provider, own_kobo, set_at) values ($1, $2, $3)
     on conflict (provider) do update set own_kobo = $2, set_at = $3`,
    [provider, ownKobo, at],
  )
}
