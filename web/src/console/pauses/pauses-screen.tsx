import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedPause, PausesAnswer } from '#contract/console/pauses.ts'
import { call } from '#web/console/call.ts'
import { PastCut } from '#web/console/cut-note.tsx'
import { REQUEST_STORED } from '#web/console/propose-sheet.tsx'
import { ScreenHead } from '#web/console/screen-head.tsx'
import { momentOf } from '#web/console/words.ts'
import { Button } from '#web/ui/button.tsx'
import { LiftSheet } from './lift-sheet.tsx'
import { PauseSheet } from './pause-sheet.tsx'

const PAUSES = ['pauses']

/** The paused kinds of order, with reason and end; two operators pause and lift. */
export default function PausesScreen() {
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: PAUSES,
    queryFn: async ({ signal }) => await call<PausesAnswer>('GET', '/api/admin/pauses', undefined, signal),
    gcTime: 0,
  })
  const [open, setOpen] = useState<'pause' | ListedPause | null>(null)
  const [done, setDone] = useState(false)

  function finish() {
    setOpen(null)
    setDone(true)
    void queries.refetchQueries({ queryKey: PAUSES })
  }

  const ends = { onClose: () => setOpen(null), onDone: finish }
  return (
    <>
      <ScreenHead title="Pauses" done={done ? REQUEST_STORED : null} error={error} />
      {data === undefined ? null : (
        <>
          <p className="text-small text-ink-2">
            While a kind of order is paused, no such order is quoted or approved, and its form says why. Open orders
            continue, and other kinds are not affected.
          </p>
          {data.mayPause ? (
            <div>
              <Button onClick={() => setOpen('pause')}>Pause a kind of order</Button>
            </div>
          ) : null}
          {data.pauses.length === 0 ? <p>Nothing is paused.</p> : null}
          <Pauses pauses={data.pauses} onLift={setOpen} />
          {data.past.length === 0 ? null : (
            <details>
              <summary className="min-h-12 cursor-pointer py-3 font-medium">Past pauses</summary>
              <Pauses pauses={data.past} onLift={setOpen} />
              <PastCut shown={data.past.length} />
            </details>
          )}
          {open === 'pause' ? <PauseSheet known={data} {...ends} /> : null}
          {open === null || open === 'pause' ? null : <LiftSheet pause={open} {...ends} />}
        </>
      )}
    </>
  )
}

type PausesProps = { readonly pauses: readonly ListedPause[]; readonly onLift: (pause: ListedPause) => void }

function Pauses({ pauses, onLift }: PausesProps) {
  return (
    <ul className="grid gap-3 md:grid-cols-2">
      {pauses.map((pause) => (
        <li
          key={pause.id}
          className="flex flex-col gap-1 rounded-tile bg-surface px-3.5 py-3 shadow-lift forced-colors:border"
        >
          <h2 className="font-head font-semibold wrap-anywhere">{pause.what}</h2>
          <p className="wrap-anywhere">{pause.reason}</p>
          <p className="text-caption text-ink-2 wrap-anywhere">{`${spanOf(pause)} Agreed to by ${pause.setBy}.`}</p>
          {pause.mayLift ? (
            <div>
              <Button tone="quiet" slim aria-label={`Lift the pause: ${pause.what}`} onClick={() => onLift(pause)}>
                Lift
              </Button>
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function spanOf({ setAt, endsAt, lifted }: ListedPause): string {
  if (lifted !== null) return `From ${momentOf(setAt)}, lifted ${momentOf(lifted.at)} by ${lifted.by}.`
  return `From ${momentOf(setAt)} until ${momentOf(endsAt)}.`
}
