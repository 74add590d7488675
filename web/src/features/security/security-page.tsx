import { Page } from '../../components/ui/page.tsx'
import { FreezeSection } from './freeze-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PinSection } from './pin-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

/** Who may use this account, and how it is stopped. */
export default function SecurityPage() {
  return (
    <Page title="Security" back="/profile">
      <PinSection />
      <PasskeysSection />
      <SessionsSection />
      <FreezeSection />
    </Page>
  )
}
