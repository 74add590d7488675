import { lazy, Suspense, useState } from 'react'
import { Section } from '#web/identity/security/section.tsx'
import { useReauthentication } from '#web/identity/security/use-reauthentication.tsx'
import { Button } from '#web/ui/button.tsx'

const NewPasswordSheet = lazy(() => import('./new-password-sheet.tsx'))

/** Changes the password of a user who knows the current one. */
export function PasswordSection() {
  const fresh = useReauthentication()
  const [changing, setChanging] = useState(false)
  return (
    <Section title="Password">
      <p className="text-small text-ink-2">
        You sign in with it and your email. A new device needs a second proof too.
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
    </Section>
  )
}
