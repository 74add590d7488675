import { useLocation } from 'react-router'
import { shortDate } from '#contract/day-words.ts'
import type { TransactionKind, TransactionStatus } from '#contract/transactions.ts'
import { useSearchParams } from '#web/lib/routing.tsx'
import { STATUSES } from '#web/ui/status-chip.tsx'
import { KINDS } from './kinds.ts'

/** The filters of the history. Days are Lagos days, `2026-11-21`, both included. */
export type HistoryFilter = {
  readonly q: string
  readonly kind: TransactionKind | null
  readonly status: TransactionStatus | null
  readonly from: string | null
  readonly to: string | null
}

export const NO_FILTER: HistoryFilter = { q: '', kind: null, status: null, from: null, to: null }

/** The search text, kept out of the address: it may be a name or a number, and no page request carries it. */
type Searched = { readonly q: string }

/**
 * The filter of this entry in the browser's history, so going back restores it. A change replaces the entry, so Back
 * leaves the history instead of walking through filters.
 */
export function useHistoryFilter(): [HistoryFilter, (changes: Partial<HistoryFilter>) => void] {
  const [parameters, setParameters] = useSearchParams()
  const { state } = useLocation()
  function change(changes: Partial<HistoryFilter>) {
    // Reads the current address: typed text is written after a pause, and another filter may have changed meanwhile.
    const now = new URLSearchParams(location.search)
    const next = { ...readFilter(now, state), ...changes }
    const others = [...now].filter(([key]) => !(key in NO_FILTER))
    setParameters([...parametersOf(next), ...others], { replace: true, state: { q: next.q } satisfies Searched })
  }
  return [readFilter(parameters, state), change]
}

/** Ignores values that nobody could have chosen. */
export function readFilter(parameters: URLSearchParams, state: unknown): HistoryFilter {
  return {
    q: typeof state === 'object' && state !== null && 'q' in state && typeof state.q === 'string' ? state.q : '',
    kind: oneOf(KINDS, parameters.get('kind')),
    status: oneOf(STATUSES, parameters.get('status')),
    from: dayOf(parameters.get('from')),
    to: dayOf(parameters.get('to')),
  }
}

/** The chosen filters for an address, without the search text. */
export function parametersOf(filter: HistoryFilter): URLSearchParams {
  const { q: _, ...chosen } = askedOf(filter)
  return new URLSearchParams(chosen)
}

/** The search text and the chosen filters, for the body of a request. */
export function askedOf({ q, ...chosen }: HistoryFilter): Partial<Record<keyof HistoryFilter, string>> {
  const asked = Object.entries({ q: q.trim() === '' ? null : q.trim(), ...chosen })
  return Object.fromEntries(asked.filter(([, value]) => value !== null))
}

export type ChosenFilter = { readonly label: string; readonly without: Partial<HistoryFilter> }

/** The chosen filters besides the search, each with the change that removes it. */
export function chosenFilters({ kind, status, from, to }: HistoryFilter): ChosenFilter[] {
  return [
    ...(kind === null ? [] : [{ label: KINDS[kind].name, without: { kind: null } }]),
    ...(status === null ? [] : [{ label: STATUSES[status].word, without: { status: null } }]),
    ...(from === null ? [] : [{ label: `From ${shortDate(from)}`, without: { from: null } }]),
    ...(to === null ? [] : [{ label: `To ${shortDate(to)}`, without: { to: null } }]),
  ]
}

function oneOf<Key extends string>(of: Readonly<Record<Key, unknown>>, value: string | null): Key | null {
  return (Object.keys(of) as Key[]).find((key) => key === value) ?? null
}

function dayOf(value: string | null): string | null {
  const isDay = value !== null && /^[1-9]\d{3}-\d\d-\d\d$/.test(value)
  return isDay && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true ? value : null
}
