import { formatMoment } from '#contract/time.ts'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { Link } from '#web/lib/routing.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Says why no money can go out, for everybody or for this person, and where to end that. Empty while it can. */
export function MoneyOutNotices() {
  const notices = useInstallation().data?.notices ?? []
  const { data: me } = useMe()
  const byTeam = me?.frozenByTeam
  return (
    <>
      {notices.map(({ id, text, since }) => (
        <Notice key={id} tone="wait" role="status">
          <p>{text}</p>
          <p className="text-caption">Since {formatMoment(since)}</p>
        </Notice>
      ))}
      {me?.frozen || byTeam ? (
        <Notice tone="wait">
          <p className="font-semibold">{byTeam?.title ?? 'Your account is frozen'}</p>
          <p>
            {byTeam?.text ?? 'Your money is safe and money still comes in. Nothing can be paid until you unfreeze it.'}
          </p>
          <Link to="/security#freeze" className="flex min-h-12 items-center font-semibold underline">
            {byTeam ? 'Open Security' : 'Unfreeze under Security'}
          </Link>
        </Notice>
      ) : null}
    </>
  )
}
