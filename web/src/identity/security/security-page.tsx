import { lazy, Suspense } from 'react'
import { CloseSection } from '#web/identity/accounts/close-section.tsx'
import { DataSection } from '#web/identity/accounts/data-section.tsx'
import { FreezeSection } from '#web/identity/freeze/freeze-section.tsx'
import { AuthenticatorSection } from '#web/identity/mfa/authenticator-section.tsx'
import { RecoveryCodesSection } from '#web/identity/mfa/recovery-codes-section.tsx'
import { PasskeysSection } from '#web/identity/passkeys/passkeys-section.tsx'
import { PinSection } from '#web/identity/pin/pin-section.tsx'
import { EmailSection } from '#web/identity/recovery/email-section.tsx'
import { PasswordSection } from '#web/identity/recovery/password-section.tsx'
import { SessionsSection } from '#web/identity/sessions/sessions-section.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Section } from './section.tsx'

const EventsSection = lazy(() => import('#web/identity/security-events/events-section.tsx'))
const LooksSection = lazy(() => import('#web/identity/security-events/looks-section.tsx'))

/** Who may use this account, what happened on it, and how it is stopped or left. */
export default function SecurityPage() {
  return (
    <Page title="Security" back="/profile">
      <PinSection />
      {/* Before whatever grows when its answer comes: it stays under the finger. */}
      <FreezeSection />
      <PasskeysSection />
      <AuthenticatorSection />
      <RecoveryCodesSection />
      <PasswordSection />
      <EmailSection />
      <SessionsSection />
      <Section title="Alerts">
        <p className="text-small text-ink-2">What you hear of outside the app: by email, on your phone, and when.</p>
        <ButtonLink to="/security/alerts" tone="quiet" wide>
          Choose your alerts
        </ButtonLink>
      </Section>
      <Suspense>
        <EventsSection />
      </Suspense>
      <Suspense>
        <LooksSection />
      </Suspense>
      <DataSection />
      <CloseSection />
    </Page>
  )
}
