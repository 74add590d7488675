import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import type { SignedIn } from '#contract/console/session.ts'
import { StorageError } from '#web/lib/device-store.ts'
import { Navigate } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LEFT, ME } from './console-queries.ts'
import { Entrance } from './entrance.tsx'
import { useConsoleMe } from './get-me.ts'
import { askAndSign } from './sign.ts'

/** An operator signs in with a passkey, which identifies them, so nothing is typed. */
export function SignInScreen() {
  const { data: me } = useConsoleMe()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { state } = useLocation()
  const because = queries.getQueryData<string | null>(LEFT)
  const signIn = useMutation({
    mutationFn: async () => await askAndSign<SignedIn>('/api/admin/sign-in'),
    async onSuccess({ endedOther }) {
      queries.setQueryData(LEFT, null)
      await queries.refetchQueries({ queryKey: ME })
      // The browser refused the session's cookie.
      if (queries.getQueryData(ME) == null) throw new StorageError()
      await navigate(goalOf(state), { replace: true, state: { endedOther } })
    },
  })

  if (me && !signIn.isPending && !signIn.isSuccess) return <Navigate to={goalOf(state)} replace />
  return (
    <Entrance title="Operator sign-in">
      {because == null ? null : (
        <Notice tone="wait" role="status">
          {because}
        </Notice>
      )}
      <p className="text-ink-2">Sign in with the passkey you have enrolled for this console.</p>
      <ErrorNotice error={signIn.error} />
      <Button wide busy={signIn.isPending && 'Waiting for your passkey…'} onClick={() => signIn.mutate()}>
        Sign in with a passkey
      </Button>
      <p className="text-small text-ink-2">
        No passkey yet, or lost it? Make a link on the server, with your passphrase:{' '}
        <code className="wrap-anywhere">npm run operators -- link "Your Name"</code>
      </p>
    </Entrance>
  )
}

/** Back to where the sign-in was needed, which is always a screen of the console. */
function goalOf(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null
  return typeof from === 'string' && from.startsWith('/admin/') ? from : '/admin/today'
}
