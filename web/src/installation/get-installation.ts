import { useQuery } from '@tanstack/react-query'
import { DEFAULT_BRAND } from '#contract/constants.ts'
import type { Installation } from '#contract/installation.ts'
import { api } from '#web/lib/api.ts'
import { embeddedAt, embeddedInstallation } from '#web/lib/embedded-installation.ts'
import { freshFor } from '#web/lib/fresh-for.ts'

/** The mode and name are known from the first paint: the server wrote them into the page. */
export function useInstallation() {
  return useQuery({
    queryKey: ['installation'],
    queryFn: ({ signal }) => api<Installation>('GET', '/api/installation', undefined, signal),
    staleTime: freshFor(60_000),
    initialData: () => embeddedInstallation() ?? undefined,
    initialDataUpdatedAt: embeddedAt,
    // The mode decides what may be called money, so we keep asking until we know.
    refetchInterval: ({ state }) => (state.data === undefined ? 5_000 : false),
  })
}

export function useBrand(): string {
  return useInstallation().data?.brand ?? DEFAULT_BRAND
}
