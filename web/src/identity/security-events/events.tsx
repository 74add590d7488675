import { useState } from 'react'
import type { AccountEvent } from '#contract/account-events.ts'
import { ACCOUNT_EVENTS_SHOWN_MAX } from '#contract/constants.ts'
import { formatMoment } from '#contract/time.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadingOrFailed } from '#web/ui/load-failed.tsx'
import { EVENT_WORDS } from './event-words.ts'
import { useAccountEvents } from './get-account-events.ts'

const SHOWN_FIRST = 4

/** The events of this account that its owner should know about. */
export default function Events() {
  const { data: events, error, refetch } = useAccountEvents()
  const [all, setAll] = useState(false)
  const shown = all ? events : events?.slice(0, SHOWN_FIRST)
  return (
    <>
      <p className="text-small text-ink-2">Was one of these not you? Freeze your account, then change your password.</p>
      {events === undefined ? <LoadingOrFailed error={error} onTryAgain={refetch} /> : null}
      {shown === undefined || shown.length === 0 ? null : (
        <ul className="-mx-4 border-t border-line">
          {shown.map((event) => (
            <li key={event.id} className="border-b border-line px-4 py-2 last:border-b-0">
              <EventRow event={event} />
            </li>
          ))}
        </ul>
      )}
      {events !== undefined && !all && events.length > SHOWN_FIRST ? (
        <Button tone="quiet" wide onClick={() => setAll(true)}>
          {events.length < ACCOUNT_EVENTS_SHOWN_MAX ? `Show all ${events.length}` : `Show the last ${events.length}`}
        </Button>
      ) : null}
    </>
  )
}

function EventRow({ event: { kind, browser, at } }: { event: AccountEvent }) {
  return (
    <>
      <p className="font-medium">{EVENT_WORDS[kind]}</p>
      <p className="text-caption text-ink-3">
        {formatMoment(at)}
        {browser === null ? '' : ` · ${browser}`}
      </p>
    </>
  )
}
