import { useQuery } from '@tanstack/react-query'
import type { Look } from '#contract/account-events.ts'
import { formatMoment } from '#contract/time.ts'
import { api } from '#web/lib/api.ts'
import { LoadingOrFailed } from '#web/ui/load-failed.tsx'

/** The team members who opened this person's personal data: by role, never by name. */
const ROLES: Readonly<Record<Look['role'], string>> = {
  support: 'Support',
  finance: 'Finance',
  risk: 'Risk',
  manager: 'A manager',
}

export default function Looks() {
  const {
    data: looks,
    error,
    refetch,
  } = useQuery({
    queryKey: ['looks'],
    queryFn: async ({ signal }) => (await api<{ looks: Look[] }>('GET', '/api/looks', undefined, signal)).looks,
  })
  return (
    <>
      <p className="text-small text-ink-2">
        Our team sees your name, email and account numbers masked. To see them whole for 15 minutes, one of them must
        give a reason. We list the last 50 reasons here, except during an investigation that the law forbids us to tell
        you about.
      </p>
      {looks === undefined ? <LoadingOrFailed error={error} onTryAgain={refetch} /> : null}
      {looks?.length === 0 ? <p className="text-small">Nothing is listed.</p> : null}
      {looks === undefined || looks.length === 0 ? null : (
        <ul className="-mx-4 border-t border-line">
          {looks.map(({ role, reason, at }) => (
            <li key={`${at} ${role} ${reason}`} className="border-b border-line px-4 py-2 last:border-b-0">
              <p className="font-medium">{reason}</p>
              <p className="text-caption text-ink-3">
                {ROLES[role]} · {formatMoment(at)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
