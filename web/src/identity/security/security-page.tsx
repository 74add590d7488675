import { lazy, Suspense } from 'react'
import { Page } from '../../components/ui/page.tsx'
import { CloseSection } from '../accounts/close-section.tsx'
import { DataSection } from '../accounts/data-section.tsx'
import { AuthenticatorSection } from '../factors/authenticator-section.tsx'
import { EmailSection } from '../factors/email-section.tsx'
import { PasswordSection } from '../factors/password-section.tsx'
import { RecoveryCodesSection } from '../factors/recovery-codes-section.tsx'
import { FreezeSection } from './freeze-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PinSection } from './pin-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

const EventsSection = lazy(() => import('../account-events/events-section.tsx'))

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
      <Suspense>
        <EventsSection />
      </Suspense>
      <DataSection />
      <CloseSection />
    </Page>
  )
}
