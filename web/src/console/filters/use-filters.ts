import { useSearchParams } from '#web/lib/routing.tsx'

export type Filters = Readonly<Record<string, string>>

/** A screen's filters, kept in its address: they survive a reload and can be sent. An empty value is no filter. */
export function useFilters(
  names: readonly string[],
): [Filters, (filters: Filters, how?: { replace: boolean }) => void] {
  const [params, setParams] = useSearchParams()
  const filters = cleaned(Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])))
  return [filters, (changed, how) => setParams(cleaned(changed), how)]
}

function cleaned(filters: Filters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
}
