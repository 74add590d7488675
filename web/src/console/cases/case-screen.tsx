import { useMutation, useQuery } from '@tanstack/react-query'
import type { ConsoleCase } from '#contract/console/cases.ts'
import { call } from '#web/console/call.ts'
import { useMaskAgain } from '#web/console/customers/use-mask-again.ts'
import { useFilters } from '#web/console/filters/use-filters.ts'
import { nairaOf } from '#web/console/naira-of.ts'
import { ScreenHead } from '#web/console/screen-head.tsx'
import { momentOf } from '#web/console/words.ts'
import { Link } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { AnswerForm } from './answer-form.tsx'
import { AskForm } from './ask-form.tsx'
import { CASE_FILTERS } from './case-filter-form.tsx'
import { STATUS_NAMES, topicInWords } from './case-words.ts'
import { Clock, Pauses } from './clock.tsx'
import { CloseForm } from './close-form.tsx'
import { MessagePictures } from './message-pictures.tsx'

/** One case with its messages, and what its status allows now. */
export function CaseScreen({ number }: { readonly number: string }) {
  const path = `/api/admin/cases/${encodeURIComponent(number)}`
  const { data, error, refetch } = useQuery({
    queryKey: ['case', number],
    queryFn: async ({ signal }) => await call<ConsoleCase>('GET', path, undefined, signal),
    gcTime: 0,
  })
  const [filters] = useFilters(CASE_FILTERS)
  const onMoved = () => void refetch()
  useMaskAgain(data?.customer?.openForMs ?? null, onMoved)
  return (
    <>
      <ScreenHead
        title={`Case ${number}`}
        back={{
          to: `/admin/cases?${new URLSearchParams(filters)}`,
          name: Object.keys(filters).length === 0 ? 'All open cases' : 'Back to the filtered cases',
        }}
        error={error}
      />
      {data === undefined ? null : (
        <>
          <Head of={data} />
          <Messages of={data} onOpened={onMoved} />
          <Pauses pauses={data.pauses} from={data.from} />
          {data.mayMove ? <Moves key={data.status} path={path} of={data} onMoved={onMoved} /> : null}
        </>
      )}
    </>
  )
}

function Head({ of: { status, topic, from, customer, createdAt, payment, clock } }: { of: ConsoleCase }) {
  return (
    <div className="text-small">
      <p>{`${topicInWords(topic)} · ${STATUS_NAMES[status]} · from ${from}, ${momentOf(createdAt)}`}</p>
      {customer === null ? null : (
        <Link
          to={`/admin/customers/${customer.id}`}
          className="inline-flex min-h-12 items-center font-medium text-brand wrap-anywhere"
        >
          {`Customer ${customer.id}`}
        </Link>
      )}
      <Clock of={clock} />
      {payment === null ? null : <Payment of={payment} />}
    </div>
  )
}

function Payment({ of }: { of: NonNullable<ConsoleCase['payment']> }) {
  const { title, amountKobo, status, createdAt, reference, orderId, depositId } = of
  const name = `${title}, ${nairaOf(amountKobo)}`
  const link = orderId === null ? (depositId === null ? null : `deposits/${depositId}`) : `orders/${orderId}`
  return (
    <p className="tabular wrap-anywhere">
      {'About '}
      {link === null ? (
        name
      ) : (
        <Link to={`/admin/${link}`} className="inline-flex min-h-12 items-center underline underline-offset-4">
          {name}
        </Link>
      )}
      {`, ${status}, ${momentOf(createdAt)}, reference ${reference}`}
    </p>
  )
}

type MessagesProps = { readonly of: ConsoleCase; readonly onOpened: () => void }

function Messages({ of: { messages, from, customer }, onOpened }: MessagesProps) {
  return (
    <section aria-labelledby="messages" className="flex flex-col gap-2">
      <h2 id="messages" className="text-h2">
        Messages
      </h2>
      <ol className="flex flex-col gap-2">
        {messages.map(({ author, operator, text, at, pictures, picturesRemoved }) => (
          <li key={`${at} ${text}`} className="rounded-tile bg-surface px-3.5 py-3 shadow-lift forced-colors:border">
            <p className="text-caption text-ink-2">
              {`${author === 'you' ? from : `${operator ?? ''}, support`} · ${momentOf(at)}`}
            </p>
            <p className="whitespace-pre-line wrap-anywhere">{text}</p>
            {customer === null ? null : (
              <MessagePictures
                key={`${customer.openForMs === null}`}
                customer={customer}
                pictures={pictures}
                removed={picturesRemoved}
                onOpened={onOpened}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

type MovesProps = { readonly path: string; readonly of: ConsoleCase; readonly onMoved: () => void }

function Moves({ path, of: { status, templates, customer }, onMoved }: MovesProps) {
  const isTaken = status === 'in_progress' || status === 'answered'
  const take = useMutation({
    mutationFn: async () => await call('POST', `${path}/take`),
    onSuccess: onMoved,
  })
  return (
    <div className="flex max-w-[640px] flex-col gap-4">
      <ErrorNotice error={take.error} />
      {status === 'received' || status === 'answered' ? (
        <div>
          <Button tone="quiet" busy={take.isPending && 'Taking…'} onClick={() => take.mutate()}>
            Take this case
          </Button>
        </div>
      ) : null}
      {isTaken ? (
        <AnswerForm path={path} templates={templates} takesPictures={customer !== null} onMoved={onMoved} />
      ) : null}
      {isTaken ? <AskForm path={path} onMoved={onMoved} /> : null}
      {status === 'answered' ? <CloseForm path={path} onMoved={onMoved} /> : null}
    </div>
  )
}
