import { NotRead } from '#web/ui/unread.tsx'
import { useFactors } from './get-factors.ts'

/** Replaces the account's factors while they load, or if they could not be read. */
export function FactorsUnread() {
  const { data, error, refetch } = useFactors()
  return data === undefined ? <NotRead error={error} onTryAgain={refetch} /> : null
}
