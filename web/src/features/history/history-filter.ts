import { useSearchParams } from 'react-router'
import type { TransactionKind, TransactionStatus } from '#contract/transactions.ts'
import { STATUSES } from '../../components/ui/status-chip.tsx'
import { shortDate } from '../../lib/short-date.ts'
import { KINDS } from './kinds.ts'

/** What is looked for. Days are Lagos days, `2026-11-21`, both included. */
export type HistoryFilter = {
  readonly q: string
  readonly kind: TransactionKind | null
  readonly status: TransactionStatus | null
  readonly from: string | null
  readonly to: string | null
}

export const NO_FILTER: HistoryFilter = { q: '', kind: null, status: null, from: null, to: null }

/**
 * The filter as the address has it, so that going back finds it again. A change replaces the address: back leaves the
 * history instead of walking through its filters.
 */
export function useHistoryFilter(): [HistoryFilter, (changes: Partial<HistoryFilter>) => void] {
  const [parameters, setParameters] = useSearchParams()
  function change(changes: Partial<HistoryFilter>) {
    // As the address is now: what was typed is written a moment later, when something else may have been chosen.
    const current = readFilter(new URLSearchParams(location.search))
    setParameters(parametersOf({ ...current, ...changes }), { replace: true })
  }
  return [readFilter(parameters), change]
}

/** What nobody could have chosen counts as not chosen. */
export function readFilter(parameters: URLSearchParams): HistoryFilter {
  return {
    q: parameters.get('q') ?? '',
    kind: oneOf(KINDS, parameters.get('kind')),
    status: oneOf(STATUSES, parameters.get('status')),
    from: dayOf(parameters.get('from')),
    to: dayOf(parameters.get('to')),
  }
}

/** For the server's address as for the page's: only what is chosen. */
export function parametersOf({ q, ...chosen }: HistoryFilter): URLSearchParams {
  const parameters = new URLSearchParams()
  if (q.trim() !== '') parameters.set('q', q.trim())
  for (const [name, value] of Object.entries(chosen)) if (value !== null) parameters.set(name, value)
  return parameters
}

export type ChosenFilter = { readonly label: string; readonly without: Partial<HistoryFilter> }

/** What is chosen beside the search, each with the way to remove it. */
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
