import type { TermsLine } from '#web/lib/terms.ts'

/** Every line of the terms, none left out: the amount first and large, the rest in their order. */
export function TermsList({ lines, leading }: { lines: readonly TermsLine[]; leading: TermsLine | undefined }) {
  return (
    <>
      {leading === undefined ? null : (
        <div className="pb-2">
          <p className="text-small text-ink-2">{leading.label}</p>
          <p className="font-head text-amount font-semibold tabular wrap-anywhere">{leading.value}</p>
        </div>
      )}
      <dl className="rounded-card border border-line bg-surface px-4">
        {lines
          .filter((line) => line !== leading)
          .map(({ label, value }) => (
            <div
              key={`${label} ${value}`}
              className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2 last:border-b-0"
            >
              <dt className="text-small text-ink-2">{label}</dt>
              <dd className="ml-auto text-right font-medium tabular wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
    </>
  )
}
