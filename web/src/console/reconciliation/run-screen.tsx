import { useQuery } from '@tanstack/react-query'
import type { Run, RunAnswer } from '#contract/console/reconciliation.ts'
import { call } from '#web/console/call.ts'
import { CutNote } from '#web/console/cut-note.tsx'
import { FigureRows } from '#web/console/lines.tsx'
import { ScreenHead } from '#web/console/screen-head.tsx'
import { momentOf } from '#web/console/words.ts'
import { Section } from './section.tsx'
import { TwoSides } from './two-sides.tsx'

/** One comparison with the providers, and the differences open at its end, as they were then. */
export function RunScreen({ id }: { id: string }) {
  const { data, error } = useQuery({
    queryKey: ['reconciliation-run', id],
    queryFn: async ({ signal }) =>
      await call<RunAnswer>('GET', `/api/admin/reconciliation/runs/${encodeURIComponent(id)}`, undefined, signal),
    gcTime: 0,
    retry: false,
  })
  return (
    <>
      <ScreenHead
        title="Reconciliation run"
        back={{ to: '/admin/reconciliation', name: 'All of the reconciliation' }}
        error={error}
      />
      {data === undefined ? null : (
        <>
          <Lines run={data.run} />
          <Differences {...data} />
        </>
      )}
    </>
  )
}

function Lines({ run }: { run: Run }) {
  const { from, to, endedAt, lines, matched, pending, exceptions, fresh, notOurs, gaps } = run
  const counts = [
    ['Lines that may be ours', lines],
    ['Matched', matched],
    ['On their way here', pending],
    ['Differing', exceptions],
    ['New', fresh],
    ['Lines that are not ours', notOurs],
  ] as const
  return (
    <Section id="lines" title={`Ended ${momentOf(endedAt)}`}>
      <p className="text-small text-ink-2">{`It compared ${momentOf(from)} to ${momentOf(to)}.`}</p>
      <div className="max-w-md">
        <FigureRows rows={counts} />
      </div>
      {gaps.map((gap) => (
        <p key={gap} className="text-caption text-ink-2 wrap-anywhere">{`Not compared: ${gap}`}</p>
      ))}
    </Section>
  )
}

function Differences({ run: { exceptions }, differences }: RunAnswer) {
  return (
    <Section id="then" title="What differed then">
      {differences === null ? (
        <p className="text-ink-2">{`${exceptions} differed. Which ones was not recorded for this run.`}</p>
      ) : differences.length === 0 ? (
        <p className="text-ink-2">No differences.</p>
      ) : (
        <TwoSides caption="What differed then" differences={differences} />
      )}
      <CutNote isCut={differences !== null && differences.length < exceptions}>
        {`These are ${differences?.length ?? 0} of ${exceptions}. The others are not listed here.`}
      </CutNote>
    </Section>
  )
}
