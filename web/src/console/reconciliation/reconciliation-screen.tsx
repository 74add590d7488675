import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OpenDifference, ReconciliationAnswer, Run, Side } from '#contract/console/reconciliation.ts'
import { call } from '#web/console/call.ts'
import { nairaOf } from '#web/console/naira-of.ts'
import { REQUEST_STORED } from '#web/console/propose-sheet.tsx'
import { ScreenHead } from '#web/console/screen-head.tsx'
import { momentOf } from '#web/console/words.ts'
import { Button } from '#web/ui/button.tsx'
import { CloseSheet } from './close-sheet.tsx'
import { ageOf, kindInWords } from './difference-words.ts'

const RECONCILIATION = ['reconciliation']

/** Where our books and the providers' differ, and how that ends. */
export default function ReconciliationScreen() {
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: RECONCILIATION,
    queryFn: async ({ signal }) =>
      await call<ReconciliationAnswer>('GET', '/api/admin/reconciliation', undefined, signal),
    gcTime: 0,
  })
  const [closing, setClosing] = useState<OpenDifference | null>(null)
  const [done, setDone] = useState(false)

  function finish() {
    setClosing(null)
    setDone(true)
    void queries.refetchQueries({ queryKey: RECONCILIATION })
  }

  return (
    <>
      <ScreenHead title="Reconciliation" done={done ? REQUEST_STORED : null} error={error} />
      {data === undefined ? null : (
        <>
          <Sides sides={data.sides} />
          <Differences differences={data.differences} onClose={data.mayPropose ? setClosing : null} />
          <Runs runs={data.runs} />
        </>
      )}
      {closing === null ? null : <CloseSheet difference={closing} onClose={() => setClosing(null)} onDone={finish} />}
    </>
  )
}

function Sides({ sides }: { sides: readonly Side[] }) {
  return (
    <section aria-labelledby="sides" className="flex flex-col gap-2">
      <h2 id="sides" className="text-h2">
        What each provider holds
      </h2>
      {sides.length === 0 ? <p className="text-ink-2">No provider has been compared yet.</p> : null}
      <ul className="grid gap-3 md:grid-cols-2">
        {sides.map((side) => (
          <SideBySide key={side.provider} side={side} />
        ))}
      </ul>
    </section>
  )
}

function SideBySide({ side }: { side: Side }) {
  const { provider, heldKobo, ledgerKobo, readAt, ownKobo, differencesKobo } = side
  const apart = heldKobo === null || ledgerKobo === null ? null : `${BigInt(heldKobo) - BigInt(ledgerKobo)}`
  return (
    <li className="rounded-card border border-line bg-surface p-4">
      <h3 className="font-medium">{provider}</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-x-3 text-small tabular">
        <dt>{`${provider} says`}</dt>
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

type DifferencesProps = {
  readonly differences: readonly OpenDifference[]
  readonly onClose: ((difference: OpenDifference) => void) | null
}

function Differences({ differences, onClose }: DifferencesProps) {
  return (
    <section aria-labelledby="differences" className="flex flex-col gap-2">
      <h2 id="differences" className="text-h2">
        Open differences
      </h2>
      {differences.length === 0 ? <p className="text-ink-2">Nothing differs.</p> : null}
      <ul className="flex flex-col gap-3">
        {differences.map((difference) => (
          <Difference key={difference.number} difference={difference} onClose={onClose} />
        ))}
      </ul>
    </section>
  )
}

type DifferenceProps = { readonly difference: OpenDifference } & Pick<DifferencesProps, 'onClose'>

function Difference({ difference, onClose }: DifferenceProps) {
  const { number, provider, kind, reference, detail, differenceKobo, runningKobo, foundAt, requestId } = difference
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 rounded-card border border-line bg-surface p-4">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-medium wrap-anywhere">{`${number} · ${kindInWords(kind)} · ${provider}`}</h3>
        <p className="text-small wrap-anywhere">{detail}</p>
        <p className="text-small tabular">
          {differenceKobo === null ? 'Amount not known yet' : `Difference ${nairaOf(differenceKobo)}`}
          {` · ${provider} so far ${nairaOf(runningKobo)}`}
        </p>
        <p className="text-caption text-ink-2 wrap-anywhere">
          {`${reference} · found ${momentOf(foundAt)}, ${ageOf(foundAt, new Date())}`}
        </p>
      </div>
      {requestId !== null ? (
        <Link to="/admin/proposals" className="inline-flex min-h-12 items-center underline underline-offset-4">
          Waits for a second operator
        </Link>
      ) : onClose === null || differenceKobo === null ? null : (
        <Button tone="quiet" aria-label={`Propose to close difference ${number}`} onClick={() => onClose(difference)}>
          Propose to close
        </Button>
      )}
    </li>
  )
}

function Runs({ runs }: { runs: readonly Run[] }) {
  return (
    <section aria-labelledby="runs" className="flex flex-col gap-2">
      <h2 id="runs" className="text-h2">
        Last runs
      </h2>
      {runs.length === 0 ? <p className="text-ink-2">Nothing has been compared yet.</p> : null}
      <ul className="flex flex-col gap-2">
        {runs.map((run) => (
          <li key={run.id} className="border-b border-line pb-2 text-small">
            <p className="tabular">
              {`${momentOf(run.endedAt)}: ${run.lines} lines, ${run.matched} matched, ${run.pending} on their way, ${run.exceptions} differ, ${run.fresh} of them new.`}
            </p>
            {run.gaps.map((gap) => (
              <p key={gap} className="text-caption text-ink-2 wrap-anywhere">{`Not compared: ${gap}`}</p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
