import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { formatMoment } from '#contract/time.ts'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { Notice } from '#web/ui/notice.tsx'

// Few accounts ever need it. Where it cannot be fetched, at least the fact is told.
const TeamFreezeNotice = lazy(() => import('./team-freeze-notice.tsx').catch(() => ({ default: ShortNotice })))

function ShortNotice() {
  return <Notice tone="wait">Our team has frozen money out. Security says why.</Notice>
}

/** Says why no money can go out, for everybody or for this person, and where that ends. Nothing while it can. */
export function MoneyOutNotices() {
  const notices = useInstallation().data?.notices ?? []
  const { data: me } = useMe()
  const byTeam = me?.frozenByTeam ?? null
  return (
    <>
      {notices.map(({ id, text, since }) => (
        <Notice key={id} tone="wait" role="status">
          <p>{text}</p>
          <p className="text-caption">Since {formatMoment(since)}</p>
        </Notice>
      ))}
      {byTeam === null ? null : (
        <Suspense fallback={null}>
          <TeamFreezeNotice heading={byTeam} leads />
        </Suspense>
      )}
      {me?.frozen !== true || byTeam !== null ? null : (
        <Notice tone="wait">
          <p className="font-semibold">You have frozen money out</p>
          <p>Your money is safe and money still comes in. Nothing can be paid until you unfreeze it.</p>
          <Link to="/security" className="flex min-h-12 items-center font-semibold underline">
            Unfreeze under Security
          </Link>
        </Notice>
      )}
    </>
  )
}
