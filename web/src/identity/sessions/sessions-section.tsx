import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import type { Session } from '#contract/accounts.ts'
import { SESSIONS_SHOWN_MAX } from '#contract/constants.ts'
import { formatMoment } from '#contract/time.ts'
import { ProveSheet } from '#web/identity/security/prove-sheet.tsx'
import { SecurityRow } from '#web/identity/security/security-row.tsx'
import { useSignOut } from '#web/identity/sign-in/sign-out.ts'
import { messageOf } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadingOrFailed } from '#web/ui/load-failed.tsx'
import { showToast } from '#web/ui/toast.ts'
import { endSession, useSessions } from './get-sessions.ts'

const SHOWN_FIRST = 4

/** The account's sign-ins, this browser first. Signing in elsewhere ends the session here, and the PIN with it. */
export function SessionsSection() {
  const { data: sessions, error, refetch } = useSessions()
  const [all, setAll] = useState(false)
  const shown = all ? sessions : sessions?.slice(0, SHOWN_FIRST)
  return (
    <SecurityRow id="sessions" title="This device and sessions" text="Where you are signed in" icon={MonitorSmartphone}>
      <p className="text-small text-ink-2">
        One device is signed in at a time. If one of these was not you, somebody else has your password: freeze your
        account, then change it.
      </p>
      {sessions === undefined ? (
        <LoadingOrFailed error={error} onTryAgain={refetch} loading="Loading your sessions…" />
      ) : null}
      {shown === undefined ? null : (
        <ul className="-mx-4 border-t border-line">
          {shown.map((session) => (
            <li key={session.id} className="border-b border-line last:border-b-0">
              <SessionRow session={session} />
            </li>
          ))}
        </ul>
      )}
      {sessions !== undefined && !all && sessions.length > SHOWN_FIRST ? (
        <Button tone="quiet" wide onClick={() => setAll(true)}>
          {sessions.length < SESSIONS_SHOWN_MAX
            ? `Show all ${sessions.length} of the last 30 days`
            : `Show the newest ${sessions.length}`}
        </Button>
      ) : null}
    </SecurityRow>
  )
}

function SessionRow({ session }: { session: Session }) {
  const { browser, current, createdAt, endedAt } = session
  return (
    <div className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <MonitorSmartphone aria-hidden size={20} className="shrink-0 text-ink-2" />
      <div className="min-w-[min(10rem,100%)] flex-1">
        <p className="font-medium">{browser ?? 'Unknown browser'}</p>
        <p className="text-caption text-ink-3">Signed in {formatMoment(createdAt)}</p>
        <p className={`text-caption ${current ? 'font-medium text-ok' : 'text-ink-3'}`}>{status(current, endedAt)}</p>
      </div>
      {current ? <LogOut /> : endedAt === null ? <End session={session} /> : null}
    </div>
  )
}

function status(current: boolean, endedAt: string | null): string {
  if (current) return 'This session'
  return endedAt === null ? 'Open' : `Ended ${formatMoment(endedAt)}`
}

function LogOut() {
  const signOut = useSignOut()
  const onError = (error: unknown) => showToast(messageOf(error), { tone: 'bad' })
  return (
    <Button
      tone="quiet"
      slim
      busy={signOut.isPending && 'Logging out…'}
      onClick={() => signOut.mutate({ forget: false }, { onError })}
    >
      Log out
    </Button>
  )
}

function End({ session }: { session: Session }) {
  const [asking, setAsking] = useState(false)
  const browser = session.browser ?? 'an unknown browser'
  return (
    <>
      <Button tone="danger" slim aria-label={`End the session of ${browser}`} onClick={() => setAsking(true)}>
        End
      </Button>
      {asking ? (
        <ProveSheet
          title="End this session"
          purpose="end-session"
          doing="Ending…"
          send={async (body) => {
            await endSession(session.id, body)
            setAsking(false)
            showToast('The session was ended', { tone: 'good' })
          }}
          onClose={() => setAsking(false)}
        >
          <p className="text-ink-2">
            The session of {browser} since {formatMoment(session.createdAt)} ends at once. Anyone using it has to sign
            in again.
          </p>
        </ProveSheet>
      ) : null}
    </>
  )
}
