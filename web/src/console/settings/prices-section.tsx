import type { SettingsAnswer } from '#contract/console/settings.ts'
import { PriceLines } from './price-lines.tsx'
import { VersionsSection } from './versions-section.tsx'

/** Prices for customers and commissions from providers: current, planned and past. */
export function PricesSection({ settings, onChange }: { settings: SettingsAnswer; onChange: () => void }) {
  return (
    <VersionsSection
      id="prices"
      title="Prices"
      changes="the prices"
      mayChange={settings.maySetPrices}
      onChange={onChange}
      others="Other prices"
      versions={settings.prices}
      show={({ lines }) => <PriceLines lines={lines} />}
    >
      <p className="text-small text-ink-2">
        A discount ends where the commission does. Quotes made before a change keep their terms.
      </p>
    </VersionsSection>
  )
}
