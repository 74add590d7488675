import type { BankNotice } from '#contract/installation.ts'
import type { Deps } from '#server/deps.ts'
import type { SetNotice } from './settings/operate-bank-notices.ts'

/** What the provider's bank list reports about a bank that normally works. */
export type BankTrouble = { readonly code: string; readonly name: string; readonly since: Date; readonly until: Date }

/**
 * The bank notices in force now: from the environment, from two operators (`set`, open ones), and from the provider's own bank
 * list. Each has its source, its time, and its end.
 */
export function bankNotices(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  troubles: readonly BankTrouble[],
  set: readonly SetNotice[] = [],
): BankNotice[] {
  const now = clock.now()
  const ofOperators = set.filter(({ startsAt }) => startsAt <= now).map(presentNotice)
  return [...ofEnvironment(config, now), ...ofOperators, ...noticesOfList(troubles)]
}

function ofEnvironment({ bankNotice: said }: Deps['config'], now: Date): BankNotice[] {
  if (said === null || new Date(said.at) > now || new Date(said.expiresAt) <= now) return []
  const { bank, by: source, meaning } = said
  const at = new Date(said.at)
  const expiresAt = new Date(said.expiresAt).toISOString()
  return [{ id: `operator-${at.getTime()}`, bank, source, meaning, at: at.toISOString(), expiresAt }]
}

function presentNotice({ id, bank, source, meaning, startsAt, expiresAt }: SetNotice): BankNotice {
  return { id, bank, source, meaning, at: startsAt.toISOString(), expiresAt: expiresAt.toISOString() }
}

/** The notices from the provider's bank list, as customers read them. */
export function noticesOfList(troubles: readonly BankTrouble[]): BankNotice[] {
  return troubles.map(ofList)
}

function ofList({ code, name, since, until }: BankTrouble): BankNotice {
  return {
    id: `list-${code}-${since.getTime()}`,
    bank: name,
    source: "Paystack's bank list",
    meaning: `${name} is reported as not working right now. A transfer from there may be late or fail. You can pay from another bank.`,
    at: since.toISOString(),
    expiresAt: until.toISOString(),
  }
}
