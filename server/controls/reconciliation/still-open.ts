import type { ExceptionKind } from '#contract/console/breaks.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { addGap, type Difference, type Findings } from './findings.ts'

/** Far above what people leave open. Each costs one question to the provider in every run. */
const ASKED_MAX = 2_000

/**
 * Open differences that this comparison did not come across, because they are older than its lists or have left them.
 * They stand as last found, because nothing says that they are over. Oldest first. Without differences of balances,
 * which are recomputed each time.
 */
export async function stillOpen(sql: Sql, findings: Findings): Promise<Difference[]> {
  const open = await sql.query<Difference>(
    `select provider, kind, reference, detail, ledger_kobo as "ledgerKobo",
       provider_kobo as "providerKobo", difference_kobo as "differenceKobo" from reconciliation_exceptions
     where closed_at is null and kind <> 'balance-differs' order by number`,
  )
  const met = new Set([...findings.agreed, ...findings.differences.map(lineOf)])
  return open.filter((each) => !met.has(lineOf(each)))
}

/**
 * The open differences of a provider that can be verified by reference, each reference once: only the provider can say
 * whether they are over, however old. More than ASKED_MAX is a gap.
 */
export async function openToAsk(
  sql: Sql,
  of: { provider: string; kinds: readonly ExceptionKind[] },
  findings: Findings,
): Promise<Difference[]> {
  const { provider, kinds } = of
  const open = (await stillOpen(sql, findings)).filter(
    (each) => each.provider === provider && kinds.includes(each.kind),
  )
  const byReference = [...new Map(open.map((each) => [each.reference, each])).values()]
  if (byReference.length > ASKED_MAX) addGap(findings, provider, `more than ${ASKED_MAX} open differences`)
  return byReference.slice(0, ASKED_MAX)
}

/** `provider reference`: identifies an order, a deposit or a provider's line. */
export function lineOf({ provider, reference }: Pick<Difference, 'provider' | 'reference'>): string {
  return `${provider} ${reference}`
}
