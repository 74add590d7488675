import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { RESUME_MONEY } from '#contract/acts/resume-money.ts'
import type { Proposal, ProposalsAnswer, Stop } from '#contract/console/proposals.ts'
import { call } from '#web/console/call.ts'
import { ConfirmSheet } from '#web/console/confirm-sheet.tsx'
import { ME } from '#web/console/console-queries.ts'
import { CutNote } from '#web/console/cut-note.tsx'
import { Postings } from '#web/console/postings.tsx'
import { ProposeSheet, REQUEST_STORED } from '#web/console/propose-sheet.tsx'
import { ScreenHead } from '#web/console/screen-head.tsx'
import { momentOf } from '#web/console/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

const PROPOSALS = ['proposals']

/** The requests that another operator has to confirm, and what is stopped. */
export default function ProposalsScreen() {
  const queries = useQueryClient()
  const pages = useInfiniteQuery({
    queryKey: PROPOSALS,
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === null ? '' : `?${new URLSearchParams({ after: pageParam })}`
      return await call<ProposalsAnswer>('GET', `/api/admin/proposals${query}`, undefined, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    gcTime: 0,
  })
  const data = pages.data?.pages.at(-1)
  const proposals = pages.data?.pages.flatMap((page) => page.proposals) ?? []
  const [confirming, setConfirming] = useState<Proposal | null>(null)
  const [resuming, setResuming] = useState<Stop | null>(null)
  const [done, setDone] = useState<string | null>(null)

  function finish(sentence: string) {
    setConfirming(null)
    setResuming(null)
    setDone(sentence)
    void queries.refetchQueries({ queryKey: PROPOSALS })
    // The changed role may be the operator's own.
    void queries.refetchQueries({ queryKey: ME })
  }

  return (
    <>
      <ScreenHead title="Proposals" done={done} error={pages.error} />
      {data === undefined ? null : (
        <>
          <Stops stops={data.stops} onResume={data.mayResume ? setResuming : null} />
          <section aria-labelledby="waiting" className="flex flex-col gap-2">
            <h2 id="waiting" className="text-h2">
              Waiting for a second operator
            </h2>
            {proposals.length === 0 ? <p className="text-ink-2">Nothing to confirm.</p> : null}
            <ul className="flex flex-col gap-3">
              {proposals.map((proposal) => (
                <Row key={proposal.id} proposal={proposal} onConfirm={() => setConfirming(proposal)} />
              ))}
            </ul>
            <CutNote isCut={pages.hasNextPage}>
              {`These are ${proposals.length} of ${data.total}: those that expire first.`}
            </CutNote>
            {pages.hasNextPage ? (
              <Button
                tone="quiet"
                busy={pages.isFetchingNextPage && 'Loading…'}
                onClick={() => void pages.fetchNextPage()}
              >
                Show later proposals
              </Button>
            ) : null}
          </section>
        </>
      )}
      {resuming === null ? null : (
        <ProposeSheet
          title="Resume money"
          path={RESUME_MONEY.path}
          body={() => ({ stop: resuming.id })}
          onClose={() => setResuming(null)}
          onDone={() => finish(REQUEST_STORED)}
        >
          <p className="text-ink-2">
            The whole book is checked when you ask and again when another operator confirms. While anything does not add
            up, nothing is resumed.
          </p>
        </ProposeSheet>
      )}
      {confirming === null ? null : (
        <ConfirmSheet
          request={confirming}
          onClose={() => setConfirming(null)}
          onDone={() => finish(`Confirmed: ${confirming.summary}`)}
        />
      )}
    </>
  )
}

const STOPPED: Readonly<Record<Stop['reason'], string>> = {
  books: 'Money out is stopped: the books did not add up.',
  clock: 'All money is stopped: a clock cannot be right.',
  restored: 'All money is stopped: this database is a restored backup.',
}

type StopsProps = { readonly stops: readonly Stop[]; readonly onResume: ((stop: Stop) => void) | null }

function Stops({ stops, onResume }: StopsProps) {
  return (
    <section aria-labelledby="stops" className="flex flex-col gap-2">
      <h2 id="stops" className="text-h2">
        Stops on money
      </h2>
      {stops.length === 0 ? <p className="text-ink-2">Nothing is stopped.</p> : null}
      {stops.map((stop) => (
        <Notice key={stop.id} tone="bad">
          <p className="font-medium">{STOPPED[stop.reason]}</p>
          <p className="wrap-anywhere">{stop.detail}</p>
          <p className="text-caption">{`Since ${momentOf(stop.stoppedAt)}.`}</p>
          {stop.byOperators ? null : <p>A reconciliation lifts it once the providers’ lists match our books.</p>}
          {stop.byOperators && onResume !== null ? (
            <div>
              <Button tone="quiet" slim onClick={() => onResume(stop)}>
                Propose to resume
              </Button>
            </div>
          ) : null}
        </Notice>
      ))}
    </section>
  )
}

function Row({ proposal, onConfirm }: { proposal: Proposal; onConfirm: () => void }) {
  const { summary, effects, postings, reason, requestedBy, requestedAt, expiresAt, mayConfirm, whyNot } = proposal
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 rounded-tile bg-surface px-3.5 py-3 shadow-lift forced-colors:border">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-2">
        <h3 className="font-head font-semibold wrap-anywhere">{summary}</h3>
        {reason === null ? null : <p className="text-small wrap-anywhere">Reason: {reason}</p>}
        {effects.map((effect) => (
          <p key={effect} className="text-small wrap-anywhere">
            {effect}
          </p>
        ))}
        <Postings postings={postings} />
        <p className="text-caption text-ink-2">
          {`Asked for by ${requestedBy}, ${momentOf(requestedAt)}. Expires ${momentOf(expiresAt)}.`}
        </p>
      </div>
      {mayConfirm ? (
        <Button tone="quiet" onClick={onConfirm}>
          Review and confirm
        </Button>
      ) : (
        <p className="text-small text-ink-2 wrap-anywhere sm:max-w-64">{whyNot}</p>
      )}
    </li>
  )
}
