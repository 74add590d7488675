import { Download } from 'lucide-react'
import { formatNairaShort } from '#contract/money.ts'
import { formatPhone, NETWORKS } from '#contract/phones.ts'
import type { Batch, BatchRow } from '#contract/selling.ts'
import type { TransactionStatus } from '#contract/transactions.ts'
import { Link, useNavigate, useParams } from '#web/lib/routing.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { STATUSES, StatusChip } from '#web/ui/status-chip.tsx'
import { useList } from './get-list.ts'
import { type LeftOver, leftOver, outcomeSentences, rowsToShow } from './list-outcome.ts'

/** The outcome of a list. Updates live while any of it is pending. */
export default function ListResultPage() {
  const { id = '' } = useParams()
  const { data: list, error } = useList(id)
  return (
    <Page title="Your list" back="/sell">
      {list === undefined ? <ErrorNotice error={error} /> : null}
      {list === undefined ? null : list.approvedAt === null ? <NotApproved /> : <Outcome list={list} />}
    </Page>
  )
}

function NotApproved() {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-2">This list was not approved. Nothing was bought, and no money has left.</p>
      <ButtonLink to="/sell/many" wide>
        Sell to many
      </ButtonLink>
    </div>
  )
}

function Outcome({ list }: { list: Batch }) {
  const navigate = useNavigate()
  const left = leftOver(list)
  return (
    <>
      <Counts list={list} />
      <div role="status" className="flex flex-col gap-1 text-small text-ink-2">
        {outcomeSentences(list).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <ul aria-label="Lines" className="overflow-hidden rounded-card bg-surface shadow-lift">
        {rowsToShow(list).map((row) => (
          <OutcomeRow key={row.line} row={row} />
        ))}
      </ul>
      <div className="flex flex-col gap-2">
        {left === '' || list.counts.pending > 0 ? null : (
          <Button
            tone="quiet"
            wide
            onClick={() => navigate('/sell/many', { state: { kind: list.kind, text: left } satisfies LeftOver })}
          >
            New list of what failed
          </Button>
        )}
        <a
          href={`/api/batches/${list.id}/csv`}
          download
          className="inline-flex min-h-12 items-center justify-center gap-2 rounded-control bg-tint px-4 py-2 font-semibold"
        >
          <Download aria-hidden size={18} /> Download as CSV
        </a>
        <ButtonLink to="/sell" wide>
          Done
        </ButtonLink>
      </div>
    </>
  )
}

function Counts({ list: { counts, badCount } }: { list: Batch }) {
  const all = (Object.keys(counts) as TransactionStatus[]).filter(
    (status) => status !== 'reversed' || counts.reversed > 0,
  )
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(6rem,100%),1fr))] gap-2">
      {all.map((status) => (
        <Count key={status} word={STATUSES[status].word} look={STATUSES[status].text} count={counts[status]} />
      ))}
      {badCount === 0 ? null : <Count word="Not bought" look="text-ink" count={badCount} />}
    </dl>
  )
}

function Count({ word, look, count }: { word: string; look: string; count: number }) {
  return (
    <div className="flex flex-col-reverse rounded-control border border-line bg-surface px-3 py-2">
      <dt className={`text-caption font-medium ${look}`}>{word}</dt>
      <dd className="font-head text-h1 font-semibold tabular">{count}</dd>
    </div>
  )
}

function OutcomeRow({ row }: { row: BatchRow }) {
  const { order, phone, network } = row
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line px-3 py-2.5 last:border-b-0">
      <span className="min-w-0 flex-[1_1_8rem]">
        <span className="block font-medium tabular wrap-anywhere">
          {phone === null ? row.text : formatPhone(phone)}
        </span>
        <span className="block text-small text-ink-2 wrap-anywhere">
          {[
            row.customerName,
            network === null ? null : NETWORKS[network].name,
            row.bundleName,
            row.amountKobo === null ? null : formatNairaShort(BigInt(row.amountKobo)),
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
        <span className="block text-caption text-ink-3">Line {row.line}</span>
      </span>
      <span className="ml-auto flex flex-col items-end gap-1">
        {order === null ? (
          <span className="text-caption font-medium text-ink-2">Not bought</span>
        ) : (
          <StatusChip status={order.status} />
        )}
        {order === null ? null : (
          <Link
            to={row.salePriceKobo === null ? `/history/${order.transactionId}` : `/sell/receipt/${order.id}`}
            aria-label={`${row.salePriceKobo === null ? 'Details' : 'Receipt'}, line ${row.line}`}
            className="-my-1 inline-flex min-h-12 min-w-12 items-center justify-end text-small font-semibold text-brand"
          >
            {row.salePriceKobo === null ? 'Details' : 'Receipt'}
          </Link>
        )}
      </span>
      {row.problem === null && order?.failure == null ? null : (
        <span className={`w-full text-small ${order?.status === 'failed' ? 'text-bad' : 'text-ink-2'}`}>
          {row.problem ?? order?.failure}
        </span>
      )}
    </li>
  )
}
