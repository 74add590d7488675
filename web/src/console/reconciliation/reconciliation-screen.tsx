import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { EXCEPTION_KINDS } from '#contract/console/breaks.ts'
import { LATE_SHOWN, RUNS_SHOWN } from '#contract/console/limits.ts'
import { providerName } from '#contract/console/provider-names.ts'
import type { LateDifference, ReconciliationAnswer, Run, Side } from '#contract/console/reconciliation.ts'
import { call } from '#web/console/call.ts'
import { CutNote } from '#web/console/cut-note.tsx'
import { nairaOf } from '#web/console/naira-of.ts'
import { REQUEST_STORED } from '#web/console/propose-sheet.tsx'
import { ScreenHead } from '#web/console/screen-head.tsx'
import { momentOf } from '#web/console/words.ts'
import { Link, useSearchParams } from '#web/lib/routing.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CountsTable } from './counts-table.tsx'
import { DifferenceFilters } from './difference-filters.tsx'
import { readFilters, withFilters } from './filters.ts'
import { OpenDifferences } from './open-differences.tsx'
import { RunScreen } from './run-screen.tsx'
import { Section } from './section.tsx'

const RECONCILIATION = 'reconciliation'

/** The run that the address names, or where our books and the providers' differ now. */
export default function ReconciliationScreen() {
  const [params] = useSearchParams()
  const run = params.get('run')
  return run === null ? <Now /> : <RunScreen key={run} id={run} />
}

/** Where our books and the providers' differ, and how that ends. What it is filtered by is in the address. */
function Now() {
  const queries = useQueryClient()
  const [params, setParams] = useSearchParams()
  const { filters, ignored } = readFilters(params)
  const { data, error } = useQuery({
    queryKey: [RECONCILIATION, filters],
    queryFn: async ({ signal }) =>
      await call<ReconciliationAnswer>('GET', `/api/admin/reconciliation${withFilters(filters)}`, undefined, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const [done, setDone] = useState(false)

  function finish() {
    setDone(true)
    void queries.refetchQueries({ queryKey: [RECONCILIATION] })
  }

  return (
    <>
      <ScreenHead title="Reconciliation" done={done ? REQUEST_STORED : null} error={error} />
      {ignored ? (
        <Notice role="status">
          <p>A filter in this link does not exist. It was ignored.</p>
        </Notice>
      ) : null}
      {data === undefined ? null : (
        <>
          <DifferenceFilters
            filters={filters}
            providers={data.providers}
            onChange={(changed) => setParams(new URLSearchParams(changed))}
          />
          <CountsTable counts={data.counts} filters={filters} />
          {filters.type === 'late' ? null : (
            <OpenDifferences answer={data} isFiltered={Object.keys(filters).length > 0} onDone={finish} />
          )}
          {filters.type === 'late' || (filters.type === undefined && data.late.length > 0) ? (
            <Late late={data.late} />
          ) : null}
          <Sides sides={data.sides} />
          <Runs runs={data.runs} />
        </>
      )}
    </>
  )
}

function Late({ late }: { late: readonly LateDifference[] }) {
  return (
    <Section id="late" title="Came late">
      <p className="text-small text-ink-2">
        An earlier list of the provider lacked these, a later one has them, and both books agree. They closed
        automatically. The last 30 days{late.length < LATE_SHOWN ? '' : `, the latest ${LATE_SHOWN} of them`}.
      </p>
      {late.length === 0 ? <p className="text-ink-2">Nothing came late.</p> : null}
      <ul className="flex flex-col gap-2">
        {late.map(({ number, kind, provider, reference, ledgerKobo, foundAt, listedAt }) => (
          <li key={number} className="border-b border-line pb-2 text-small wrap-anywhere">
            <p className="font-medium tabular">
              {`${number} · ${EXCEPTION_KINDS[kind].name} · ${providerName(provider)} · ${nairaOrNot(ledgerKobo)}`}
            </p>
            <p className="text-caption text-ink-2">
              {`${reference} · missed ${momentOf(foundAt)}, listed ${momentOf(listedAt)}`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Sides({ sides }: { sides: readonly Side[] }) {
  return (
    <Section id="sides" title="What each provider holds">
      {sides.length === 0 ? <p className="text-ink-2">No provider has been compared yet.</p> : null}
      <ul className="grid gap-3 md:grid-cols-2">
        {sides.map((side) => (
          <SideBySide key={side.provider} side={side} />
        ))}
      </ul>
    </Section>
  )
}

function SideBySide({ side }: { side: Side }) {
  const { provider, heldKobo, ledgerKobo, readAt, ownKobo, differencesKobo } = side
  const apart = heldKobo === null || ledgerKobo === null ? null : `${BigInt(heldKobo) - BigInt(ledgerKobo)}`
  return (
    <li className="rounded-card bg-surface shadow-lift p-4">
      <h3 className="font-medium">{providerName(provider)}</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 text-small tabular">
        <dt>{`${providerName(provider)} says`}</dt>
        <dd className="text-right">{nairaOrNot(heldKobo)}</dd>
        <dt>Our ledger says</dt>
        <dd className="text-right">{nairaOrNot(ledgerKobo)}</dd>
        <dt>Difference</dt>
        <dd className="text-right font-medium">{nairaOrNot(apart)}</dd>
        <dt className="text-ink-2">Our own money there</dt>
        <dd className="text-right">{nairaOrNot(ownKobo)}</dd>
        <dt className="text-ink-2">Open differences</dt>
        <dd className="text-right">{nairaOf(differencesKobo)}</dd>
      </dl>
      <p className="text-caption text-ink-2">
        {readAt === null
          ? 'The two have not been read together yet.'
          : `Both were read ${momentOf(readAt)}. Payments on their way then are in the difference too.`}
      </p>
    </li>
  )
}

const nairaOrNot = (amountKobo: string | null) => (amountKobo === null ? 'not recorded' : nairaOf(amountKobo))

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

function Runs({ runs }: { runs: readonly Run[] }) {
  return (
    <Section id="runs" title="Last runs">
      {runs.length === 0 ? <p className="text-ink-2">Nothing has been compared yet.</p> : null}
      <ul className="flex flex-col gap-2">
        {runs.map((run) => (
          <li key={run.id} className="border-b border-line pb-2 text-small">
            <p className="tabular">
              <Link to={`?run=${run.id}`} className="inline-flex min-h-12 items-center underline underline-offset-4">
                {momentOf(run.endedAt)}
              </Link>
              {`: ${counted(run.lines, 'line', 'lines')}, ${run.matched} matched, ${run.pending} on the way, ${counted(run.exceptions, 'difference', 'differences')}, ${run.fresh} new.`}
            </p>
            {run.gaps.map((gap) => (
              <p key={gap} className="text-caption text-ink-2 wrap-anywhere">{`Not compared: ${gap}`}</p>
            ))}
          </li>
        ))}
      </ul>
      <CutNote isCut={runs.length >= RUNS_SHOWN}>{`The latest ${RUNS_SHOWN} are shown.`}</CutNote>
    </Section>
  )
}
