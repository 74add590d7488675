import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useParams } from 'react-router'
import type { CustomerAnswer } from '#contract/console/customers.ts'
import { call } from '#web/console/call.ts'
import { useConsoleMe } from '#web/console/get-me.ts'
import { momentOf } from '#web/console/words.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageTitle } from '#web/ui/page.tsx'
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
  // Another customer's screen begins with nothing of this one's.
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
      {data === undefined ? <PageTitle>Customer</PageTitle> : <Head customer={data} onOpen={setSheet} />}
      {done === null ? null : <Notice role="status">{done}</Notice>}
      <ErrorNotice error={error} />
      {data === undefined ? null : (
        <>
          <CustomerState customer={data} />
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
          <CustomerLimit customer={data} />
          <CustomerLines customer={data} />
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

type HeadProps = { customer: CustomerAnswer; onOpen: (sheet: 'reason' | 'dashboard') => void }

function Head({ customer: { id, name, email, openUntil }, onOpen }: HeadProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <PageTitle>{name}</PageTitle>
          <p className="text-small wrap-anywhere text-ink-2">{email}</p>
          <p className="text-caption wrap-anywhere text-ink-3">{id}</p>
        </div>
        {openUntil === null ? (
          <Button onClick={() => onOpen('reason')}>Show personal data</Button>
        ) : (
          <Button tone="quiet" onClick={() => onOpen('dashboard')}>
            What they see
          </Button>
        )}
      </div>
      {openUntil === null ? (
        <p className="text-small text-ink-2">
          Names, emails and numbers are masked. A reason shows them, and what the customer’s own dashboard says.
        </p>
      ) : (
        <Notice tone="wait" role="status">
          Open for you until {momentOf(openUntil)}.
        </Notice>
      )}
    </>
  )
}
