import { LoadingOrFailed } from '#web/ui/load-failed.tsx'
import { useFactors } from './get-factors.ts'

/** Replaces the account's factors while they load, or if they could not be read. */
export function FactorsLoadingOrFailed() {
  const { data, error, refetch } = useFactors()
  return data === undefined ? <LoadingOrFailed error={error} onTryAgain={refetch} /> : null
}
