import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LockOpen } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import type { CustomerAnswer } from '#contract/console/customers.ts'
import { call } from '#web/console/call.ts'
import { useConsoleMe } from '#web/console/get-me.ts'
import { ScreenHead } from '#web/console/screen-head.tsx'
import { momentOf } from '#web/console/words.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CustomerFigures } from './customer-figures.tsx'
import { CustomerLimit } from './customer-limit.tsx'
import { CustomerLines } from './customer-lines.tsx'
import { CustomerState } from './customer-state.tsx'
import { DashboardSheet } from './dashboard-sheet.tsx'
import { ReasonSheet } from './reason-sheet.tsx'
import { useMaskAgain } from './use-mask-again.ts'

const CustomerActions = lazy(() => import('./customer-actions.tsx'))

/** One customer: masked until the operator gives a reason, and again when its time is over. */
export function CustomerScreen() {
  const { id = '' } = useParams()
  // Another customer's screen starts without any state of this one's.
  return <Customer key={id} id={id} />
}

function Customer({ id }: { id: string }) {
  const queries = useQueryClient()
  const [sheet, setSheet] = useState<'reason' | 'dashboard' | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const { data, error } = useQuery({
    queryKey: ['customer', id],
    queryFn: async ({ signal }) => await call<CustomerAnswer>('GET', `/api/admin/customers/${id}`, undefined, signal),
    gcTime: 0,
    retry: false,
  })
  const { data: me } = useConsoleMe()
  const readAgain = () => void queries.resetQueries({ queryKey: ['customer', id] })
  useMaskAgain(data?.openForMs ?? null, () => {
    setSheet(null)
    readAgain()
  })
  return (
    <>
      <Head customer={data} done={done} error={error} onOpen={setSheet} />
      {data === undefined ? null : (
        <>
          {data.debt === null ? null : <Notice tone="bad">{data.debt}</Notice>}
          <CustomerFigures customer={data} />
          <div className="beside">
            <div className="flex min-w-0 flex-col gap-4">
              {me ? (
                <Suspense fallback={null}>
                  <CustomerActions
                    customer={data}
                    role={me.operator.role}
                    onDone={(sentence) => {
                      setDone(sentence)
                      readAgain()
                    }}
                  />
                </Suspense>
              ) : null}
            </div>
            <div className="facts flex min-w-0 flex-col gap-3">
              <CustomerState customer={data} />
              <CustomerLimit customer={data} />
            </div>
            <CustomerLines customer={data} />
          </div>
        </>
      )}
      {sheet === 'reason' && me ? (
        <ReasonSheet
          customerId={id}
          role={me.operator.role}
          onClose={() => setSheet(null)}
          onOpened={() => {
            setSheet(null)
            readAgain()
          }}
        />
      ) : null}
      {sheet === 'dashboard' ? <DashboardSheet customerId={id} onClose={() => setSheet(null)} /> : null}
    </>
  )
}

type HeadProps = {
  readonly customer: CustomerAnswer | undefined
  readonly done: string | null
  readonly error: unknown
  readonly onOpen: (sheet: 'reason' | 'dashboard') => void
}

function Head({ customer, done, error, onOpen }: HeadProps) {
  if (customer === undefined) return <ScreenHead title="Customer" done={done} error={error} />
  const { id, name, email, openUntil } = customer
  return (
    <>
      <ScreenHead title={name} mark={<Avatar name={name} size="small" />} done={done} error={error}>
        {openUntil === null ? (
          <Button slim onClick={() => onOpen('reason')}>
            <LockOpen aria-hidden size={18} /> Show personal data
          </Button>
        ) : (
          <Button tone="quiet" slim onClick={() => onOpen('dashboard')}>
            What they see
          </Button>
        )}
      </ScreenHead>
      <div>
        <p className="text-small wrap-anywhere text-ink-2">{email}</p>
        <p className="text-caption wrap-anywhere text-ink-3">{id}</p>
      </div>
      {openUntil === null ? (
        <Notice>
          Names, emails and numbers are masked. A reason shows them, and what the customer’s own dashboard says.
        </Notice>
      ) : (
        <Notice tone="wait" role="status">
          Open for you until {momentOf(openUntil)}.
        </Notice>
      )}
    </>
  )
}
