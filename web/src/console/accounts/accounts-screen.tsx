import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConsoleRecovery, RecoveriesAnswer } from '#contract/console/accounts.ts'
import { RECOVERIES_SHOWN } from '#contract/console/limits.ts'
import { call } from '#web/console/call.ts'
import { CutNote } from '#web/console/cut-note.tsx'
import { ProposeSheet, REQUEST_STORED } from '#web/console/propose-sheet.tsx'
import { ScreenHead } from '#web/console/screen-head.tsx'
import { momentOf } from '#web/console/words.ts'
import { Link } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { EndAllSheet } from './end-all-sheet.tsx'
import { EndSessionsSheet } from './end-sessions-sheet.tsx'
import { RecoverSheet } from './recover-sheet.tsx'

const RECOVERIES = ['recoveries']
const STATES: Readonly<Record<ConsoleRecovery['state'], string>> = {
  unconfirmed: 'Waits for another operator',
  confirmed: 'Confirmed',
  announced: 'Both mailboxes were told; waits three days',
  stopped: 'Stopped',
  done: 'Recovered',
}

/** Recovers accounts for people who lost every way in, and ends sessions for their owner. */
export default function AccountsScreen() {
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: RECOVERIES,
    queryFn: async ({ signal }) => await call<RecoveriesAnswer>('GET', '/api/admin/recoveries', undefined, signal),
    gcTime: 0,
  })
  const [opening, setOpening] = useState(false)
  const [stopping, setStopping] = useState<ConsoleRecovery | null>(null)
  const [ending, setEnding] = useState(false)
  const [endingAll, setEndingAll] = useState(false)
  const [done, setDone] = useState<string | null>(null)

  function finish(sentence: string) {
    setOpening(false)
    setStopping(null)
    setEnding(false)
    setEndingAll(false)
    setDone(sentence)
    void queries.refetchQueries({ queryKey: RECOVERIES })
  }

  return (
    <>
      <ScreenHead title="Accounts" done={done} error={error} />
      {data === undefined ? null : (
        <>
          <section aria-labelledby="recoveries" className="flex flex-col gap-2">
            <h2 id="recoveries" className="text-h2">
              Account recoveries
            </h2>
            {data.mayAct ? (
              <div>
                <Button tone="quiet" onClick={() => setOpening(true)}>
                  Propose a recovery
                </Button>
              </div>
            ) : null}
            {data.recoveries.length === 0 ? <p className="text-ink-2">No recoveries.</p> : null}
            <ul className="flex flex-col gap-2">
              {data.recoveries.map((recovery) => (
                <Recovery
                  key={recovery.id}
                  recovery={recovery}
                  onStop={data.mayAct ? () => setStopping(recovery) : null}
                />
              ))}
            </ul>
            <CutNote isCut={data.recoveries.length >= RECOVERIES_SHOWN}>
              {`The newest ${RECOVERIES_SHOWN} are shown. “npm run recoveries -- list” prints all of them.`}
            </CutNote>
          </section>
          <section aria-labelledby="sessions" className="flex max-w-[640px] flex-col gap-2">
            <h2 id="sessions" className="text-h2">
              Sessions
            </h2>
            <p>{`Open sessions: ${data.openSessions.sessions}. Customers signed in: ${data.openSessions.people}.`}</p>
            {data.mayAct ? (
              <div>
                <Button tone="quiet" onClick={() => setEnding(true)}>
                  End a customer’s sessions
                </Button>
              </div>
            ) : null}
            {data.mayEndAll ? (
              <div>
                <Button tone="quiet" onClick={() => setEndingAll(true)}>
                  Propose to end everybody’s sessions
                </Button>
              </div>
            ) : null}
          </section>
        </>
      )}
      {stopping === null ? null : (
        <ProposeSheet<void>
          title="Stop a recovery"
          path={`/api/admin/recoveries/${stopping.id}/stop`}
          body={() => ({})}
          onClose={() => setStopping(null)}
          onDone={() => finish('The recovery is stopped.')}
        >
          <p className="text-ink-2">
            The account stays as it is, and no link goes to the new mailbox. No second operator is needed.
          </p>
        </ProposeSheet>
      )}
      {ending ? <EndSessionsSheet onClose={() => setEnding(false)} onDone={finish} /> : null}
      {endingAll && data !== undefined ? (
        <EndAllSheet
          open={data.openSessions}
          onClose={() => setEndingAll(false)}
          onDone={() => finish(REQUEST_STORED)}
        />
      ) : null}
      {opening ? <RecoverSheet onClose={() => setOpening(false)} onDone={() => finish(REQUEST_STORED)} /> : null}
    </>
  )
}

type RecoveryProps = {
  readonly recovery: ConsoleRecovery
  readonly onStop: (() => void) | null
}

function Recovery({ recovery, onStop }: RecoveryProps) {
  const { id, owner, ownerId, openedBy, openedAt, confirmedBy, state } = recovery
  const isOver = state === 'stopped' || state === 'done'
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 rounded-tile bg-surface px-3.5 py-3 shadow-lift forced-colors:border">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-head font-semibold">{`${owner} · ${STATES[state]}`}</h3>
        <p className="text-caption text-ink-3 wrap-anywhere">{ownerId}</p>
        <p className="text-caption text-ink-2 wrap-anywhere">
          {`${id} · opened by ${openedBy}, ${momentOf(openedAt)}${confirmedBy === null ? '' : `, confirmed by ${confirmedBy}`}`}
        </p>
        {state === 'unconfirmed' ? (
          <Link to="/admin/proposals" className="inline-flex min-h-12 items-center font-medium text-brand">
            Waits in the proposals
          </Link>
        ) : null}
      </div>
      {isOver || onStop === null ? null : (
        <Button tone="quiet" aria-label={`Stop the recovery ${id}`} onClick={onStop}>
          Stop
        </Button>
      )}
    </li>
  )
}
