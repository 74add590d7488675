import { NotRead } from '#web/ui/unread.tsx'
import { useFactors } from './get-factors.ts'

/** In place of the account's factors, while they are being read or could not be. */
export function FactorsUnread() {
  const { data, error, refetch } = useFactors()
  return data === undefined ? <NotRead error={error} onTryAgain={refetch} /> : null
}
