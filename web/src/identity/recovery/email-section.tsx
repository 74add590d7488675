import { Mail } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { SecurityRow } from '#web/identity/security/security-row.tsx'
import { useReauthentication } from '#web/identity/security/use-reauthentication.tsx'
import { Button } from '#web/ui/button.tsx'

const NewEmailSheet = lazy(() => import('./new-email-sheet.tsx'))

/** The account's email, for messages and for signing in. */
export function EmailSection() {
  const email = useMe().data?.user.email
  const fresh = useReauthentication()
  const [changing, setChanging] = useState(false)
  return (
    <SecurityRow id="email" title="Email" text={email || 'No email set'} icon={Mail}>
      <p className="text-small text-ink-2">
        You sign in with this address, and we send emails about your account to it.
      </p>
      <Button tone="quiet" wide onClick={() => fresh.whenFresh('to change your email', () => setChanging(true))}>
        Change email
      </Button>
      {fresh.sheet}
      {changing ? (
        <Suspense>
          <NewEmailSheet onClose={() => setChanging(false)} />
        </Suspense>
      ) : null}
    </SecurityRow>
  )
}
