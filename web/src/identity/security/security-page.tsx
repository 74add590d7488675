import { Bell, ChevronRight, Clock, ScanEye } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
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
import { Link } from '#web/lib/routing.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Protection } from './protection.tsx'
import { ROW, RowGroup, RowWords, SecurityRow } from './security-row.tsx'

const Events = lazy(() => import('#web/identity/security-events/events.tsx'))
const Looks = lazy(() => import('#web/identity/security-events/looks.tsx'))

/** Who can use this account, what happened on it, and how its owner freezes or closes it. */
export default function SecurityPage() {
  useNamedSection()
  return (
    <Page title="Security" back="/profile" isWide>
      <div className="flex flex-col gap-4 lg:grid lg:grid-cols-[3fr_2fr] lg:items-start lg:gap-6">
        <div className="flex min-w-0 flex-col gap-4">
          <Protection />
          <RowGroup title="Getting in">
            <PinSection />
            <PasskeysSection />
            <AuthenticatorSection />
            <RecoveryCodesSection />
            <PasswordSection />
            <EmailSection />
          </RowGroup>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <FreezeSection />
          <RowGroup title="Activity">
            <SessionsSection />
            <SecurityRow id="events" title="What happened on this account" icon={Clock}>
              <Suspense fallback={<Spinner />}>
                <Events />
              </Suspense>
            </SecurityRow>
            <SecurityRow id="looks" title="Who looked at your data" icon={ScanEye}>
              <Suspense fallback={<Spinner />}>
                <Looks />
              </Suspense>
            </SecurityRow>
            <li>
              <Link to="/security/alerts" className={ROW}>
                <RowWords title="Alerts" text="What we tell you, where and when" icon={Bell} />
                <ChevronRight aria-hidden size={20} className="shrink-0 text-ink-3" />
              </Link>
            </li>
          </RowGroup>
          <RowGroup title="Your account">
            <DataSection />
            <CloseSection />
          </RowGroup>
        </div>
      </div>
    </Page>
  )
}

/** Scrolls to the section that the address names, such as `#freeze`. */
function useNamedSection(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second tap on the same link shows it again
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, key])
}
