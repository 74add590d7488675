import { useQuery } from '@tanstack/react-query'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { apiFile } from '#web/lib/api.ts'
import { toDataAddress } from '#web/lib/data-address.ts'
import { useSavesData } from '#web/lib/use-saves-data.ts'

/**
 * The person's picture as an address for an image; undefined if there is none. Read once and never in the browser's
 * cache; forgotten with all other personal data when the session locks or ends.
 */
export function useMyImage({ evenSavingData = false } = {}): string | undefined {
  const version = useMe().data?.imageVersion ?? null
  const saves = useSavesData()
  const { data } = useQuery({
    queryKey: ['me-image', version],
    queryFn: async ({ signal }) => await toDataAddress(await apiFile(`/api/me/image?v=${version}`, signal)),
    enabled: version !== null && (evenSavingData || !saves),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return version === null ? undefined : data
}
