import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import type { SearchAnswer } from '#contract/console/search.ts'
import { isAddressable, SEARCH_MAX_LENGTH, SEARCH_MIN_LENGTH } from '#contract/console/search-limits.ts'
import { formatNaira } from '#contract/money.ts'
import { call } from '#web/console/call.ts'
import { momentOf } from '#web/console/words.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { PageTitle } from '#web/ui/page.tsx'
import { Line, Lines, To } from './lines.tsx'
import { SEARCH_FIELD } from './use-search-keys.ts'

/** What was searched for, and which time that was: the same text searched for again is another search. */
type Submitted = { readonly text: string; readonly time: number }

/** One box for everything. Only an id or a case's number gets into the address; all else may be personal. */
export function SearchScreen() {
  const [params, setParams] = useSearchParams()
  const fromAddress = params.get('for') ?? ''
  const [text, setText] = useState(isAddressable(fromAddress) ? fromAddress : '')
  const [submitted, setSubmitted] = useState<Submitted>({ text, time: 0 })
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
    setParams(isAddressable(trimmed) ? { for: trimmed } : {}, { replace: true })
    setSubmitted(({ time }) => ({ text: trimmed, time: time + 1 }))
  }

  const { data } = found
  if (data !== undefined && data.jumpTo !== null) return <Navigate to={data.jumpTo} replace />
  return (
    <>
      <PageTitle>Search</PageTitle>
      <search>
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
      </search>
      <p id="search-hint" className="text-small text-ink-2">
        The beginning of a name or an email, or a whole phone number, account number, reference, order id, receipt code,
        case number or amount. Press / or ⌘K to come here. Each search is recorded, without its words.
      </p>
      <ErrorNotice error={found.error} />
      <div role="status" className="flex flex-col gap-4">
        {data === undefined ? null : <Found answer={data} />}
      </div>
    </>
  )
}

function Found({ answer: { customers, orders, deposits, cases } }: { answer: SearchAnswer }) {
  const groups = [customers, orders, deposits, cases]
  if (groups.every(({ items }) => items.length === 0)) return <p className="text-ink-2">Nothing was found.</p>
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
          const title = `${formatNaira(BigInt(amountKobo))}, ${customer ?? 'nobody’s yet'}`
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
      {more ? <Line title="There are more. Search for more of it." /> : null}
    </Lines>
  )
}
