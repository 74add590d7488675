import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed, Clock } from 'lucide-react'
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
import { Chip } from '#web/ui/chip.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CountsTable } from './counts-table.tsx'
import { DifferenceFilters } from './difference-filters.tsx'
import { readFilters, withFilters } from './filters.ts'
import { OpenDifferences } from './open-differences.tsx'
import { RunScreen } from './run-screen.tsx'
import { Section } from './section.tsx'

const RECONCILIATION = 'reconciliation'

/** The run that the address names, or the current differences between our books and the providers'. */
export default function ReconciliationScreen() {
  const [params] = useSearchParams()
  const run = params.get('run')
  return run === null ? <Now /> : <RunScreen key={run} id={run} />
}

/** The current differences between our books and the providers', and how to end them. The address has the filters. */
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
          <Sides sides={data.sides} />
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
      <ul className={CARD}>
        {late.map(({ number, kind, provider, reference, ledgerKobo, foundAt, listedAt }) => (
          <li key={number} className="border-b border-line px-3.5 py-2 text-small wrap-anywhere last:border-b-0">
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
      <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 lg:grid-cols-3">
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
  const { urgency, chip } = SIDES[apart === null ? 'unread' : apart === '0' ? 'same' : 'apart']
  const lines = [
    ['Our ledger says', nairaOrNot(ledgerKobo)],
    [`${providerName(provider)} says`, nairaOrNot(heldKobo)],
    ['Difference', nairaOrNot(apart)],
    ['Our own money there', nairaOrNot(ownKobo)],
    ['Open differences', nairaOf(differencesKobo)],
  ] as const
  return (
    <li
      className={`sole urgency-${urgency} flex flex-col gap-2 rounded-tile bg-surface px-3.5 pt-3 pb-2.5 shadow-lift`}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-head font-semibold">{providerName(provider)}</h3>
        <Chip {...chip} />
      </div>
      <dl className="flex flex-col text-[0.9375rem] tabular">
        {lines.map(([name, value]) => (
          <div
            key={name}
            className={`flex flex-wrap justify-between gap-x-3 py-1 ${name === 'Difference' ? 'border-y border-line font-semibold' : ''}`}
          >
            <dt className={name === 'Difference' ? '' : 'text-ink-3'}>{name}</dt>
            <dd className="ml-auto text-right font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-auto text-caption text-ink-3">
        {readAt === null
          ? 'The two have not been read together yet.'
          : `Both were read ${momentOf(readAt)}. Payments on their way then are in the difference too.`}
      </p>
    </li>
  )
}

/** How the books of a provider and ours compare. */
const SIDES = {
  same: { urgency: 'ok', chip: { word: 'Matches', icon: CircleCheck, look: 'bg-ok-tint text-ok' } },
  apart: { urgency: 'wait', chip: { word: 'Differs', icon: Clock, look: 'bg-wait-tint text-wait' } },
  unread: { urgency: 'none', chip: { word: 'Not read', icon: CircleDashed, look: 'bg-sunken text-ink-2' } },
} as const

const CARD = 'rounded-tile bg-surface shadow-lift forced-colors:border'

const nairaOrNot = (amountKobo: string | null) => (amountKobo === null ? 'not recorded' : nairaOf(amountKobo))

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

function Runs({ runs }: { runs: readonly Run[] }) {
  return (
    <Section id="runs" title="Last runs">
      {runs.length === 0 ? <p className="text-ink-2">Nothing has been compared yet.</p> : null}
      <ul className={CARD}>
        {runs.map((run) => (
          <li
            key={run.id}
            className={`spine border-b border-b-line px-3.5 py-1 text-small first:rounded-tl-tile last:rounded-bl-tile last:border-b-0 ${run.exceptions + run.gaps.length > 0 ? 'urgency-wait' : 'urgency-ok'}`}
          >
            <p className="tabular">
              <Link to={`?run=${run.id}`} className="inline-flex min-h-12 items-center font-medium text-brand">
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
