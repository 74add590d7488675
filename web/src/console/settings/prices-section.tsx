import type { ListedPriceVersion, SettingsAnswer } from '#contract/console/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { VersionHead } from './version-head.tsx'

/** Prices for customers and commissions from providers: current, planned and past. */
export function PricesSection({ settings, onChange }: { settings: SettingsAnswer; onChange: () => void }) {
  const { prices, maySetPrices } = settings
  const inForce = prices.find(({ state }) => state === 'in force')
  const others = prices.filter(({ state }) => state !== 'in force')
  return (
    <section aria-labelledby="prices" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="prices" className="text-h2">
          Prices
        </h2>
        {maySetPrices ? (
          <Button tone="quiet" aria-label="Change the prices" onClick={onChange}>
            Change
          </Button>
        ) : null}
      </div>
      <p className="text-small text-ink-2">
        A discount ends where the commission does. Quotes made before a change keep their terms.
      </p>
      {inForce === undefined ? null : <Version version={inForce} />}
      {others.length === 0 ? null : (
        <details>
          <summary className="min-h-12 cursor-pointer py-3 font-medium">Other prices</summary>
          <div className="flex flex-col gap-3">
            {others.map((version) => (
              <Version key={version.number} version={version} />
            ))}
          </div>
        </details>
      )}
    </section>
  )
}

function Version({ version }: { version: ListedPriceVersion }) {
  return (
    <div className="rounded-card border border-line bg-surface p-4">
      <VersionHead version={version} />
      <dl className="grid gap-x-8 gap-y-1 pt-2 text-small tabular md:grid-cols-2">
        {version.lines.map(({ what, price }) => (
          <div key={what} className="flex justify-between gap-3 border-b border-line">
            <dt className="min-w-0 wrap-anywhere">{what}</dt>
            <dd className="shrink-0">{price}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
