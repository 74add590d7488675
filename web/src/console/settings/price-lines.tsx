/** The amounts of a version, a line each. */
export function PriceLines({ lines }: { lines: readonly { what: string; price: string }[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-1 pt-2 text-small tabular md:grid-cols-2">
      {lines.map(({ what, price }) => (
        <div key={what} className="flex justify-between gap-3 border-b border-line">
          <dt className="min-w-0 wrap-anywhere">{what}</dt>
          <dd className="shrink-0">{price}</dd>
        </div>
      ))}
    </dl>
  )
}
