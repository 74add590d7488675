import type { ExceptionKind } from '#contract/console/breaks.ts'
import type { Deps } from '#server/deps.ts'

export type Difference = {
  readonly provider: string
  readonly kind: ExceptionKind
  readonly reference: string
  /** For operators: what both sides say. Never a full account number or a name. */
  readonly detail: string
} & BothSides

/** What one thing has brought into our balance at the provider by either book, kobo: below zero what it has taken from it. */
export type BothSides = {
  /** Null: found before both sides were recorded. */
  readonly ledgerKobo: bigint | null
  /** Null: as above, or its verification did not answer. */
  readonly providerKobo: bigint | null
  /**
   * How much more the provider holds of ours than the ledger says because of it, kobo; below zero when less. Null: its
   * verification did not answer, so it is not known, or as it was known before.
   */
  readonly differenceKobo: bigint | null
}

export function bothSides(ledgerKobo: bigint, providerKobo: bigint | null): BothSides {
  return { ledgerKobo, providerKobo, differenceKobo: providerKobo === null ? null : providerKobo - ledgerKobo }
}

/** What one comparison has found so far. */
export type Findings = {
  /** The provider's lines. */
  lines: number
  matched: number
  /** Lines whose order or deposit here is still on its way, and what they explain of each provider's balance, kobo. */
  pending: number
  readonly pendingKobo: Map<string, bigint>
  readonly differences: Difference[]
  readonly setAside: SetAside[]
  /** `provider reference` of everything that agrees: an older difference about it is resolved. */
  readonly agreed: Set<string>
  /** `provider reference` of every line in the lists. */
  readonly listed: Set<string>
  /** Providers with something open that they do not know, or not yet: it may have been taken all the same. */
  readonly inDoubt: Set<string>
  /** What could not be read or compared. */
  readonly gaps: Gap[]
}

/** A line that cannot be ours, as operators are shown it, and what it moved in the smallest unit of its currency. */
export type SetAside = { readonly line: string; readonly currency: string; readonly moved: bigint }

/** `passing`: asking again soon may help. Else only an operator can. */
export type Gap = { readonly provider: string; readonly what: string; readonly passing: boolean }

/** A provider in a comparison: what is asked of it, and where what is found goes. */
export type Comparing<Provider> = { readonly deps: Deps; readonly provider: Provider; readonly findings: Findings }

/** Something of a provider that could not be read now. */
export function miss(findings: Findings, provider: string, what: string): void {
  findings.gaps.push({ provider, what: `${provider}: ${what}`, passing: true })
}

const VERIFICATION = '; verification: '

/** What both sides say, and what the provider's own verification says of it now in place of what it said before. */
export function withVerification(detail: string, says: string): string {
  return `${detail.split(VERIFICATION)[0]}${VERIFICATION}${says}`
}

export function noFindings(): Findings {
  return {
    lines: 0,
    matched: 0,
    pending: 0,
    pendingKobo: new Map(),
    differences: [],
    setAside: [],
    agreed: new Set(),
    listed: new Set(),
    inDoubt: new Set(),
    gaps: [],
  }
}

/** A line that agrees with what we have booked. */
export function match(findings: Findings, provider: string, reference: string): void {
  findings.matched++
  findings.agreed.add(`${provider} ${reference}`)
}

/** A line whose order or deposit is on its way here: the provider holds this much more than the ledger until then, kobo. */
export function wait(findings: Findings, provider: string, of: { reference: string; kobo: bigint }): void {
  findings.pending++
  findings.agreed.add(`${provider} ${of.reference}`)
  findings.pendingKobo.set(provider, (findings.pendingKobo.get(provider) ?? 0n) + of.kobo)
}
