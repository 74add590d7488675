import type { BankNotice } from '#contract/installation.ts'
import type { Deps } from '#server/deps.ts'

/** What the provider's bank list reports about a bank that normally works. */
export type BankTrouble = { readonly code: string; readonly name: string; readonly since: Date; readonly until: Date }

/**
 * The bank notices in force now: from the provider's own bank list, and from a named operator. Each says who reports it,
 * when, and until when the report counts.
 */
export function bankNotices(deps: Pick<Deps, 'clock' | 'config'>, troubles: readonly BankTrouble[]): BankNotice[] {
  const now = deps.clock.now()
  const fromProvider = troubles.map(({ code, name, since, until }) => ({
    id: `list-${code}-${since.getTime()}`,
    bank: name,
    source: "Paystack's bank list",
    meaning: `${name} is reported as not working right now. A transfer from there may be late or fail. You can pay from another bank.`,
    at: since.toISOString(),
    expiresAt: until.toISOString(),
  }))
  const said = deps.config.bankNotice
  if (said === null || new Date(said.at) > now || new Date(said.expiresAt) <= now) return fromProvider
  const fromOperator = {
    id: `operator-${new Date(said.at).getTime()}`,
    bank: said.bank,
    source: said.by,
    meaning: said.meaning,
    at: new Date(said.at).toISOString(),
    expiresAt: new Date(said.expiresAt).toISOString(),
  }
  return [fromOperator, ...fromProvider]
}
