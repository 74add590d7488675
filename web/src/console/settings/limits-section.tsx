import type { SettingsAnswer } from '#contract/console/settings.ts'
import { PriceLines } from './price-lines.tsx'
import { VersionsSection } from './versions-section.tsx'

/** The daily limits of all customers: current, planned and past. */
export function LimitsSection({ settings, onChange }: { settings: SettingsAnswer; onChange: () => void }) {
  return (
    <VersionsSection
      id="limits"
      title="Limits"
      changes="the limits"
      mayChange={settings.maySetLimits}
      onChange={onChange}
      others="Other limits"
      versions={settings.limits}
      first="from the product"
      show={({ lines }) => <PriceLines lines={lines} />}
    >
      <p className="text-small text-ink-2">
        What can leave a wallet in a day, in Lagos. Each approval is checked against the limits in force at that moment.
        A lower limit for one customer is set on their screen.
      </p>
    </VersionsSection>
  )
}
