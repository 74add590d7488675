import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { SearchAnswer } from '#contract/console/search.ts'
import {
  isAddressable,
  SEARCH_GROUPS,
  SEARCH_MAX_LENGTH,
  SEARCH_MIN_LENGTH,
  type SearchGroup,
} from '#contract/console/search-limits.ts'
import { formatNaira } from '#contract/money.ts'
import { call } from '#web/console/call.ts'
import { SavedFilters } from '#web/console/filters/saved-filters.tsx'
import { type Filters, useFilters } from '#web/console/filters/use-filters.ts'
import { Line, Lines, To } from '#web/console/lines.tsx'
import { ScreenHead } from '#web/console/screen-head.tsx'
import { momentOf } from '#web/console/words.ts'
import { Navigate } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { LabelledField } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { SEARCH_FIELD } from './use-search-keys.ts'

/** A submitted search. `time` counts submissions, so the same text again is a new search. */
type Submitted = { readonly text: string; readonly time: number }

/** One box for everything. Only an id or a case's number gets into the address; all else may be personal. */
export function SearchScreen() {
  const [filters, setFilters] = useFilters(['for', 'in'])
  const { for: fromAddress = '', in: group } = filters
  const within = SEARCH_GROUPS.find((each) => each === group) ?? null
  const saveable: Filters = {
    ...(isAddressable(fromAddress) ? { for: fromAddress } : {}),
    ...(within === null ? {} : { in: within }),
  }
  const [text, setText] = useState(isAddressable(fromAddress) ? fromAddress : '')
  const [submitted, setSubmitted] = useState<Submitted>({ text, time: 0 })
  const [followed, setFollowed] = useState(fromAddress)
  // A saved filter was chosen, or the browser went back.
  if (followed !== fromAddress) {
    setFollowed(fromAddress)
    if (isAddressable(fromAddress) && fromAddress !== submitted.text) {
      setText(fromAddress)
      setSubmitted({ text: fromAddress, time: submitted.time + 1 })
    }
  }
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
  }, [])
  const found = useQuery({
    queryKey: ['search', submitted],
    queryFn: async ({ signal }) => await call<SearchAnswer>('POST', '/api/admin/search', { q: submitted.text }, signal),
    enabled: submitted.text !== '',
    gcTime: 0,
    retry: false,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const trimmed = text.trim()
    setFilters({ ...filters, for: isAddressable(trimmed) ? trimmed : '' }, { replace: true })
    setSubmitted(({ time }) => ({ text: trimmed, time: time + 1 }))
  }

  const { data } = found
  if (data !== undefined && data.jumpTo !== null) return <Navigate to={data.jumpTo} replace />
  return (
    <>
      <ScreenHead title="Search" error={found.error} />
      <search className="flex flex-col gap-3">
        <form onSubmit={submit} className="flex flex-wrap gap-3">
          <label className="flex min-h-12 min-w-0 flex-1 basis-60 items-center gap-2 rounded-control border border-control bg-surface px-3 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-(--focus)">
            <Search aria-hidden size={20} className="shrink-0 text-ink-3" />
            <span className="sr-only">Search for</span>
            <input
              id={SEARCH_FIELD}
              ref={field}
              type="search"
              required
              autoComplete="off"
              minLength={SEARCH_MIN_LENGTH}
              maxLength={SEARCH_MAX_LENGTH}
              value={text}
              onChange={({ target }) => setText(target.value)}
              aria-describedby="search-hint"
              className="min-h-12 w-full min-w-0 bg-transparent outline-none"
            />
          </label>
          <Button type="submit" busy={found.isFetching && 'Searching…'}>
            Search
          </Button>
        </form>
        <div className="max-w-60">
          <LabelledField id="search-in" label="Show">
            <Select
              id="search-in"
              value={within}
              options={SEARCH_GROUPS.map((value) => ({ value, name: GROUP_NAMES[value] }))}
              nothing="Everything found"
              onChoose={(value) => setFilters({ ...filters, in: value ?? '' }, { replace: true })}
            />
          </LabelledField>
        </div>
      </search>
      <p id="search-hint" className="text-small text-ink-2">
        The beginning of a name or an email, or a whole phone number, account number, reference, order id, receipt code,
        case number or amount. Press / or ⌘K to come here. Each search is recorded, without its words.
      </p>
      <SavedFilters screen="search" filters={saveable} />
      <div role="status" className="flex flex-col gap-4">
        {data === undefined ? null : <Found answer={data} within={within} />}
      </div>
    </>
  )
}

const GROUP_NAMES: Readonly<Record<SearchGroup, string>> = {
  customers: 'Customers',
  orders: 'Orders',
  deposits: 'Deposits',
  cases: 'Cases',
}

const NOTHING = { items: [], more: false }

/** The results, or only those of one group. */
function Found({ answer, within }: { answer: SearchAnswer; within: SearchGroup | null }) {
  const found = <Name extends SearchGroup>(name: Name): SearchAnswer[Name] | typeof NOTHING =>
    within === null || within === name ? answer[name] : NOTHING
  const [customers, orders, deposits, cases] = [found('customers'), found('orders'), found('deposits'), found('cases')]
  if ([customers, orders, deposits, cases].every(({ items }) => items.length === 0)) {
    const where = within === null ? '' : ` among ${GROUP_NAMES[within].toLowerCase()}`
    return <p className="text-ink-2">{`Nothing was found${where}.`}</p>
  }
  return (
    <>
      <Group name="Customers" more={customers.more}>
        {customers.items.map(({ id, name, email, closed }) => (
          <Line
            key={id}
            title={<To path={`customers/${id}`}>{name}</To>}
            detail={`${email}${closed ? ' · closed' : ''}`}
            aside={id}
          />
        ))}
      </Group>
      <Group name="Orders" more={orders.more}>
        {orders.items.map(({ id, customer, kind, status, amountKobo, reference, at }) => (
          <Line
            key={id}
            title={<To path={`orders/${id}`}>{`${formatNaira(BigInt(amountKobo))} ${kind}, ${customer}`}</To>}
            detail={`${status} · ${momentOf(at)}`}
            aside={reference}
          />
        ))}
      </Group>
      <Group name="Deposits" more={deposits.more}>
        {deposits.items.map(({ id, customer, state, amountKobo, reference, at }) => {
          const title = `${formatNaira(BigInt(amountKobo))}, ${customer ?? 'no customer yet'}`
          return (
            <Line
              key={id}
              title={<To path={`deposits/${id}`}>{title}</To>}
              detail={`${state.replaceAll('_', ' ')} · ${momentOf(at)}`}
              aside={reference}
            />
          )
        })}
      </Group>
      <Group name="Cases" more={cases.more}>
        {cases.items.map(({ id, customerId, trackingNumber, topic, status, at }) => (
          <Line
            key={id}
            title={
              customerId === null ? (
                `${trackingNumber}, from a visitor`
              ) : (
                <To path={`customers/${customerId}`}>{trackingNumber}</To>
              )
            }
            detail={`${topic.replaceAll('-', ' ')} · ${status.replaceAll('_', ' ')} · ${momentOf(at)}`}
          />
        ))}
      </Group>
    </>
  )
}

function Group({ name, more, children }: { name: string; more: boolean; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <Lines title={name}>
      {children}
      {more ? <Line title="There are more results. Type more of it." /> : null}
    </Lines>
  )
}
