import type { ExceptionKind } from '#contract/console/breaks.ts'
import type { Deps } from '#server/deps.ts'

export type Difference = {
  readonly provider: string
  readonly kind: ExceptionKind
  readonly reference: string
  /** For operators: what each side says. Never a full account number or a name. */
  readonly detail: string
} & BothSides

/**
 * What one subject has brought into our balance at the provider according to each side, kobo; negative if it took
 * money.
 */
export type BothSides = {
  /** Null: found before both sides were recorded. */
  readonly ledgerKobo: bigint | null
  /** Null: as for ledgerKobo, or the provider did not answer the verification. */
  readonly providerKobo: bigint | null
  /**
   * How much more the provider holds for us than the ledger says because of this difference, kobo; negative when less.
   * Null: unknown, because the provider did not answer; an earlier amount then stands.
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
  /** Lines whose order or deposit is still pending here, and how much of each provider's balance they explain, kobo. */
  pending: number
  readonly pendingKobo: Map<string, bigint>
  readonly differences: Difference[]
  readonly setAside: SetAside[]
  /** `provider reference` of everything that agrees: older differences about it are resolved. */
  readonly agreed: Set<string>
  /** `provider reference` of every line in the lists. */
  readonly listed: Set<string>
  /** Providers with an open order that they do not know (yet): they may have taken its money all the same. */
  readonly inDoubt: Set<string>
  /** What could not be read or compared. */
  readonly gaps: Gap[]
}

/** A line that cannot be ours, as operators see it, and what it moved in the smallest unit of its currency. */
export type SetAside = { readonly line: string; readonly currency: string; readonly moved: bigint }

/** `passing`: asking again soon may help. Otherwise only an operator can. */
export type Gap = { readonly provider: string; readonly what: string; readonly passing: boolean }

/** A provider in a comparison, with the dependencies and the place for findings. */
export type Comparing<Provider> = { readonly deps: Deps; readonly provider: Provider; readonly findings: Findings }

/** Records that something could not be read from a provider now. */
export function addGap(findings: Findings, provider: string, what: string): void {
  findings.gaps.push({ provider, what: `${provider}: ${what}`, passing: true })
}

const VERIFICATION = '; verification: '

/** The detail with the provider's latest verification in place of the earlier one. */
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

/** Records a line that agrees with our books. */
export function addMatch(findings: Findings, provider: string, reference: string): void {
  findings.matched++
  findings.agreed.add(`${provider} ${reference}`)
}

/**
 * Records a line whose order or deposit is still pending here. Until then the provider holds this much more than the
 * ledger, kobo.
 */
export function addPending(findings: Findings, provider: string, of: { reference: string; kobo: bigint }): void {
  findings.pending++
  findings.agreed.add(`${provider} ${of.reference}`)
  findings.pendingKobo.set(provider, (findings.pendingKobo.get(provider) ?? 0n) + of.kobo)
}
