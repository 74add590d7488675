import type { SettingsAnswer } from '#contract/console/settings.ts'
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
      show={({ lines }) => (
        <dl className="grid gap-x-8 gap-y-1 pt-2 text-small tabular md:grid-cols-2">
          {lines.map(({ what, price }) => (
            <div key={what} className="flex justify-between gap-3 border-b border-line">
              <dt className="min-w-0 wrap-anywhere">{what}</dt>
              <dd className="shrink-0">{price}</dd>
            </div>
          ))}
        </dl>
      )}
    >
      <p className="text-small text-ink-2">
        A discount ends where the commission does. Quotes made before a change keep their terms.
      </p>
    </VersionsSection>
  )
}
