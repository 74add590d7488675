import { ChevronDown, Search } from 'lucide-react'
import { useState } from 'react'
import type { Transaction, TransactionKind, TransactionStatus } from '#contract/transactions.ts'
import { BottomBar } from '../../app/bottom-bar.tsx'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Page } from '../../components/ui/page.tsx'
import { STATUSES } from '../../components/ui/status-chip.tsx'
import { messageOf } from '../../lib/api.ts'
import { formatDay } from '../../lib/format.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useInstallation } from '../installation/get-installation.ts'
import { useTransactions } from './get-transactions.ts'
import { KINDS } from './kinds.ts'
import { TransactionRow } from './transaction-row.tsx'

const FILTERS: readonly (TransactionStatus | null)[] = [null, 'completed', 'pending', 'failed', 'reversed']

export default function HistoryPage() {
  const [text, setText] = useState('')
  const [kind, setKind] = useState<TransactionKind | null>(null)
  const [status, setStatus] = useState<TransactionStatus | null>(null)
  const q = useDebounced(text, 300)
  const pages = useTransactions({ q, kind, status })
  const found = pages.data?.pages.flatMap((page) => page.transactions)
  const filtered = q.trim() !== '' || kind !== null || status !== null

  return (
    <>
      <Page title="History" back="/dashboard" hasBottomBar>
        <SearchField text={text} onChange={setText} />
        <KindFilter kind={kind} onChoose={setKind} />
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Status</legend>
          {FILTERS.map((each) => (
            <FilterButton
              key={each}
              label={each === null ? 'All' : STATUSES[each].word}
              chosen={each === status}
              onChoose={() => setStatus(each)}
            />
          ))}
        </fieldset>
        {pages.isError ? (
          <Notice tone="bad" role="alert">
            {messageOf(pages.error)}
          </Notice>
        ) : null}
        <div role="status" className="sr-only">
          {found === undefined ? '' : `${found.length} transactions shown`}
        </div>
        {found === undefined ? null : found.length === 0 ? (
          <NothingFound filtered={filtered} />
        ) : (
          <Days found={found} />
        )}
        {pages.hasNextPage ? (
          <Button
            tone="quiet"
            wide
            busy={pages.isFetchingNextPage && 'Reading more…'}
            onClick={() => void pages.fetchNextPage()}
          >
            Show more
          </Button>
        ) : null}
      </Page>
      <BottomBar />
    </>
  )
}

function SearchField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <label className="flex min-h-12 items-center gap-2 rounded-control border border-control bg-surface px-3 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-(--focus)">
      <Search aria-hidden size={20} className="shrink-0 text-ink-3" />
      <span className="sr-only">Search transactions</span>
      <input
        type="search"
        value={text}
        onChange={(event) => onChange(event.target.value)}
        placeholder="Name, number or reference"
        className="min-h-12 w-full min-w-0 bg-transparent outline-none placeholder:text-ink-3"
      />
    </label>
  )
}

/** Practice money is granted only where money is practice money. */
function KindFilter({
  kind,
  onChoose,
}: {
  kind: TransactionKind | null
  onChoose: (kind: TransactionKind | null) => void
}) {
  const sandbox = useInstallation().data?.mode === 'sandbox'
  const kinds = (Object.keys(KINDS) as TransactionKind[]).filter((each) => sandbox || each !== 'grant')
  return (
    <label className="relative flex items-center rounded-control border border-control bg-surface focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-(--focus)">
      <span className="sr-only">Kind</span>
      <select
        value={kind ?? ''}
        onChange={(event) => onChoose(kinds.find((each) => each === event.target.value) ?? null)}
        className="min-h-12 w-full appearance-none rounded-control bg-transparent pr-10 pl-3 outline-none"
      >
        <option value="">Everything</option>
        {kinds.map((each) => (
          <option key={each} value={each}>
            {KINDS[each].name}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden size={20} className="pointer-events-none absolute right-3 text-ink-3" />
    </label>
  )
}

function FilterButton({ label, chosen, onChoose }: { label: string; chosen: boolean; onChoose: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className="min-h-12 rounded-control border border-control px-3 text-small font-medium aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-on-brand"
    >
      {label}
    </button>
  )
}

function NothingFound({ filtered }: { filtered: boolean }) {
  if (filtered) return <p className="py-8 text-center text-ink-2">Nothing matches this search.</p>
  return (
    <div className="flex flex-col items-center gap-4 py-8 text-center">
      <p className="text-ink-2">Nothing has come in or gone out yet.</p>
      <ButtonLink to="/fund">Add money</ButtonLink>
    </div>
  )
}

/** The list under a heading for each Lagos day. */
function Days({ found }: { found: readonly Transaction[] }) {
  const days = Object.entries(Object.groupBy(found, (each) => formatDay(each.createdAt)))
  return days.map(([day, transactions = []]) => (
    <section key={day} aria-label={day} className="flex flex-col gap-2">
      <h2 className="font-sans text-small font-medium text-ink-2">{day}</h2>
      <ul className="overflow-hidden rounded-card border border-line bg-surface">
        {transactions.map((each) => (
          <TransactionRow key={each.id} transaction={each} />
        ))}
      </ul>
    </section>
  ))
}
