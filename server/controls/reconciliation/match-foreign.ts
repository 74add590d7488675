import { formatNaira } from '#contract/money.ts'
import { sanitizedNote } from '#server/payments/orders/evidence.ts'
import type { ForeignLine, PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { bothSides, type Comparing, type Difference, type SetAside, withVerification } from './findings.ts'
import { isTaken } from './provider-status.ts'
import { openToAsk } from './still-open.ts'

/** The kind of list, and so the direction of its money: out of our balance, or into it. */
type ListOf = 'transfer' | 'payment'

/** The most lines of one run that are listed individually; all are counted. */
const LISTED_MAX = 200

/**
 * Records lines of a provider's list that cannot be ours, and shows each to operators. A line that moved our naira
 * explains part of the balance, so it becomes a difference. Only two people close it, as our own money, even if the
 * money has come back. A verification by the provider overrides the list. None of these is a gap: no work of ours waits
 * for them.
 */
export async function setAside(
  at: Comparing<PaymentProvider>,
  of: ListOf,
  lines: readonly ForeignLine[],
): Promise<void> {
  const { deps, findings, provider } = at
  const open = await openToAsk(deps.database, { provider: provider.name, kinds: ['not-ours'] }, findings)
  const named = new Set(open.map(({ reference }) => reference))
  for (const line of new Map(lines.map((each) => [each.id, each])).values()) {
    findings.setAside.push(shown(provider.name, of, line))
    const listedKobo = nairaMovedBy(of, line)
    const verified = of === 'transfer' && line.reference !== null ? await takenNow(at, line.reference) : null
    const differenceKobo = verified === null ? listedKobo : -verified.takenKobo
    const reference = line.reference ?? `${of}:${line.id}`
    // A line that never moved money is counted, but is not a difference.
    if (listedKobo === 0n && differenceKobo === 0n && !named.has(reference)) continue
    const detail = `${described(of, line)} in the list, made by hand or by another program`
    findings.differences.push({
      provider: provider.name,
      kind: 'not-ours',
      reference,
      detail: verified === null ? detail : withVerification(detail, verified.says),
      ...bothSides(0n, differenceKobo),
    })
  }
}

/**
 * Updates open differences of this kind that no list has any more with the provider's current amount, where it can be
 * asked.
 */
export async function askAboutForeign(at: Comparing<PaymentProvider>): Promise<void> {
  const { deps, findings, provider } = at
  for (const difference of await openToAsk(deps.database, { provider: provider.name, kinds: ['not-ours'] }, findings)) {
    if (/^(transfer|payment):/.test(difference.reference)) continue
    const verified = await takenNow(at, difference.reference)
    if (verified !== null) findings.differences.push(asVerified(difference, verified))
  }
}

type Verified = { readonly says: string; readonly takenKobo: bigint }

function asVerified(difference: Difference, { says, takenKobo }: Verified): Difference {
  return { ...difference, detail: withVerification(difference.detail, says), ...bothSides(0n, -takenKobo) }
}

/** What the provider says it has taken from our naira for a transfer; null without a readable answer. */
async function takenNow({ provider }: Comparing<PaymentProvider>, reference: string): Promise<Verified | null> {
  const answer = await provider.verifyTransfer(reference)
  if (answer.outcome !== 'succeeded') return null
  const { word, status, currency, amountKobo, feeKobo } = answer.value
  return { says: word, takenKobo: isTaken(status) && currency === 'NGN' ? amountKobo + feeKobo : 0n }
}

/** Kobo, negative when it took money; 0 for another currency or an unreadable amount. */
function nairaMovedBy(of: ListOf, { amount, fee, currency, hasMoved }: ForeignLine): bigint {
  if (amount === null || currency !== 'NGN' || !hasMoved) return 0n
  return of === 'transfer' ? -amount - fee : amount - fee
}

function shown(provider: string, of: ListOf, line: ForeignLine): SetAside {
  const { id, reference, amount, currency, word, hasMoved } = line
  // The reference was typed by a person and may contain an account number.
  const name = reference === null ? id : `${id} ${sanitizedNote(reference)}`
  const moved = amount === null || !hasMoved ? 0n : of === 'transfer' ? -amount : amount
  return { line: `${provider} ${name}: ${described(of, line)}, ${word}`, currency: currency ?? '?', moved }
}

function described(of: ListOf, { amount, currency }: ForeignLine): string {
  if (amount === null) return 'an amount that cannot be read'
  return amountText(of === 'transfer' ? -amount : amount, currency ?? '?')
}

/** `-₦44.00`, `+50.00 USD`: from the smallest unit of a currency that has a hundred of it. */
function amountText(amount: bigint, currency: string): string {
  const digits = formatNaira(amount < 0n ? -amount : amount)
  return `${amount < 0n ? '-' : '+'}${currency === 'NGN' ? digits : `${digits.slice(1)} ${currency}`}`
}

/** The lines set aside in one comparison, for operators: their count, what they moved by currency, and the lines. */
export type SetAsideReport = {
  readonly count: number
  readonly sums: readonly string[]
  readonly lines: readonly string[]
}

export function reportSetAside(all: readonly SetAside[]): SetAsideReport {
  const sums = new Map<string, bigint>()
  for (const { currency, moved } of all) sums.set(currency, (sums.get(currency) ?? 0n) + moved)
  const more = all.length - LISTED_MAX
  return {
    count: all.length,
    sums: [...sums].map(([currency, sum]) => amountText(sum, currency)),
    lines: [...all.slice(0, LISTED_MAX).map(({ line }) => line), ...(more > 0 ? [`and ${more} more`] : [])],
  }
}
