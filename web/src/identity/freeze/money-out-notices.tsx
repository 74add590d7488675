import { lazy, Suspense } from 'react'
import { formatMoment } from '#contract/time.ts'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { Notice } from '#web/ui/notice.tsx'

// Few accounts ever need it. Where it cannot be fetched, the fact alone is told.
const FreezeNotice = lazy(() => import('./freeze-notice.tsx').catch(() => ({ default: ShortNotice })))

function ShortNotice() {
  return <Notice tone="wait">Money out is frozen. Security says why.</Notice>
}

/** Says why no money can go out, for everybody or for this person, and where that ends. Nothing while it can. */
export function MoneyOutNotices() {
  const notices = useInstallation().data?.notices ?? []
  const { data: me } = useMe()
  return (
    <>
      {notices.map(({ id, text, since }) => (
        <Notice key={id} tone="wait" role="status">
          <p>{text}</p>
          <p className="text-caption">Since {formatMoment(since)}</p>
        </Notice>
      ))}
      {me?.frozen || me?.frozenByTeam ? (
        <Suspense fallback={null}>
          <FreezeNotice byTeam={me.frozenByTeam ?? null} />
        </Suspense>
      ) : null}
    </>
  )
}
