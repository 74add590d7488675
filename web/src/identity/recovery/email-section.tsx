import { lazy, Suspense, useState } from 'react'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { Section } from '#web/identity/security/section.tsx'
import { useReauthentication } from '#web/identity/security/use-reauthentication.tsx'
import { Button } from '#web/ui/button.tsx'

const NewEmailSheet = lazy(() => import('./new-email-sheet.tsx'))

/** Where emails go, and what one signs in with. */
export function EmailSection() {
  const email = useMe().data?.user.email
  const fresh = useReauthentication()
  const [changing, setChanging] = useState(false)
  return (
    <Section title="Email">
      <p className="text-small text-ink-2">You sign in with it, and emails about your account go to it.</p>
      <p className="text-small font-medium wrap-anywhere">{email || 'No email set'}</p>
      <Button tone="quiet" wide onClick={() => fresh.whenFresh('to change your email', () => setChanging(true))}>
        Change email
      </Button>
      {fresh.sheet}
      {changing ? (
        <Suspense>
          <NewEmailSheet onClose={() => setChanging(false)} />
        </Suspense>
      ) : null}
    </Section>
  )
}
