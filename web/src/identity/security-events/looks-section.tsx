import { useQuery } from '@tanstack/react-query'
import type { Look } from '#contract/account-events.ts'
import { formatMoment } from '#contract/time.ts'
import { Section } from '#web/identity/security/section.tsx'
import { api } from '#web/lib/api.ts'
import { Unread } from '#web/ui/unread.tsx'

/** Who of the team opened this person's personal data: the role, never the name. */
const ROLES: Readonly<Record<Look['role'], string>> = {
  support: 'Support',
  finance: 'Finance',
  risk: 'Risk',
  manager: 'A manager',
}

export default function LooksSection() {
  const {
    data: looks,
    error,
    refetch,
  } = useQuery({
    queryKey: ['looks'],
    queryFn: async ({ signal }) => (await api<{ looks: Look[] }>('GET', '/api/looks', undefined, signal)).looks,
  })
  return (
    <Section title="Who looked at your data">
      <p className="text-small text-ink-2">
        When one of our team opens this account in the team’s console, your name, email and account numbers are masked.
        A reason shows them for 15 minutes and is listed here, unless it is an investigation that the law forbids us to
        tell you about. The last 50 are listed.
      </p>
      {looks === undefined ? <Unread error={error} onTryAgain={refetch} /> : null}
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
    </Section>
  )
}
