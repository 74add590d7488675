import { RectangleEllipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { SecurityRow } from '#web/identity/security/security-row.tsx'
import { useReauthentication } from '#web/identity/security/use-reauthentication.tsx'
import { Button } from '#web/ui/button.tsx'

const NewPasswordSheet = lazy(() => import('./new-password-sheet.tsx'))

/** Changes the password of a user who knows the current one. */
export function PasswordSection() {
  const fresh = useReauthentication()
  const [changing, setChanging] = useState(false)
  return (
    <SecurityRow id="password" title="Password" icon={RectangleEllipsis}>
      <p className="text-small text-ink-2">
        You sign in with your email and this password. On a new device we ask for a second proof too.
      </p>
      <Button tone="quiet" wide onClick={() => fresh.whenFresh('to change it', () => setChanging(true))}>
        Change password
      </Button>
      {fresh.sheet}
      {changing ? (
        <Suspense>
          <NewPasswordSheet onClose={() => setChanging(false)} />
        </Suspense>
      ) : null}
    </SecurityRow>
  )
}
