import type { AlertSettingsAnswer } from '#contract/alert-settings.ts'
import { Link } from '#web/lib/routing.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Page } from '#web/ui/page.tsx'
import { Section } from '#web/ui/section.tsx'
import { CategoryRow } from './category-row.tsx'
import { EmailSection } from './email-section.tsx'
import { useAlertSettings } from './get-settings.ts'
import { LockedScreen } from './locked-screen.tsx'
import { PushSection } from './push/push-section.tsx'
import { QuietHours } from './quiet-hours.tsx'
import { useSms } from './sms/get-sms.ts'
import { SmsSection } from './sms/sms-section.tsx'

const FREE = ['email', 'push'] as const
const WITH_SMS = [...FREE, 'sms'] as const

/** Which alerts leave the app, by which channel, and when. */
export default function AlertSettingsPage() {
  const { data: settings, error, refetch } = useAlertSettings()
  if (settings === undefined && error === null) return <Loading />
  return (
    <Page title="Alert settings" back="/security">
      {settings === undefined ? <LoadFailed error={error} onTryAgain={refetch} /> : <Settings settings={settings} />}
    </Page>
  )
}

function Settings({ settings: { categories, preferences } }: { settings: AlertSettingsAnswer }) {
  const sms = useSms().data
  const channels = sms?.phone == null ? FREE : WITH_SMS
  return (
    <>
      <Section title="What you get">
        <p className="text-small text-ink-2">
          Every alert is in{' '}
          <Link to="/alerts" className="font-semibold text-brand underline">
            your inbox
          </Link>
          . Here you choose what reaches you outside the app as well.
        </p>
        <div className="-mx-4 -mb-4 border-t border-line">
          {categories.map((each) => (
            <CategoryRow key={each.category} of={each} channels={channels} />
          ))}
        </div>
      </Section>
      <EmailSection />
      <PushSection />
      <SmsSection />
      <LockedScreen preferences={preferences} />
      <QuietHours key={JSON.stringify(preferences.quiet)} preferences={preferences} />
    </>
  )
}
