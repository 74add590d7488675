import type { Pace } from '#contract/console/health.ts'
import { HEALTH_MINUTES } from '#contract/console/limits.ts'
import { providerName } from '#contract/console/provider-names.ts'
import { PRODUCT_NAMES, shareOf } from '#contract/console/report-words.ts'
import { formatTime } from '#contract/time.ts'
import { FigureRows } from '#web/console/lines.tsx'
import { Sparkline } from '#web/console/sparkline.tsx'

const MINUTE_MS = 60_000

/** The outcomes of the last hour's orders: one panel for each product of a provider. */
export function Paces({ paces, from }: { paces: readonly Pace[]; from: string }) {
  return (
    <section className="rounded-tile bg-surface px-3.5 py-3 shadow-lift">
      <h3 className="font-head text-[0.9375rem] font-semibold">{`Orders of the last ${HEALTH_MINUTES} minutes`}</h3>
      {paces.length === 0 ? (
        <p className="text-small text-ink-2">Success rate not known: no order was made.</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {paces.map((pace) => (
            <li key={`${pace.provider} ${pace.kind}`}>
              <ProductPace pace={pace} from={from} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function ProductPace({ pace, from }: { pace: Pace; from: string }) {
  const { provider, kind, made, succeeded, failed, unknown, succeededByMinute } = pace
  const name = `${PRODUCT_NAMES[kind]} at ${providerName(provider)}`
  const share = shareOf(succeeded, succeeded + failed)
  const figures = [
    ['Made', made],
    [
      'Succeeded, of those with an outcome',
      share === null ? 'not known' : `${share} (${succeeded} of ${succeeded + failed})`,
    ],
    ['Without a clear answer', `${shareOf(unknown, made) ?? 'not known'} (${unknown} of ${made})`],
  ] as const
  return (
    <>
      <p className="pt-2 text-small font-medium wrap-anywhere">{name}</p>
      <FigureRows rows={figures} />
      <Sparkline
        label={`${name}, succeeded, by minute of order: ${succeeded} in total, at most ${Math.max(...succeededByMinute)} a minute`}
        counts={succeededByMinute}
        table={{
          columns: ['Minute', 'Succeeded'],
          rows: succeededByMinute.flatMap((count, place) =>
            count === 0 ? [] : [{ head: minuteOf(from, place), count }],
          ),
          nothing: 'None has succeeded.',
        }}
      />
    </>
  )
}

function minuteOf(from: string, place: number): string {
  return formatTime(new Date(Date.parse(from) + place * MINUTE_MS).toISOString())
}
