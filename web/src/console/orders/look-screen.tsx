import { type ReactNode, useState } from 'react'
import type { Action, DepositAnswer, OrderAnswer } from '#contract/console/orders.ts'
import { ReasonSheet } from '#web/console/customers/reason-sheet.tsx'
import { useConsoleMe } from '#web/console/get-me.ts'
import { REQUEST_STORED } from '#web/console/propose-sheet.tsx'
import { CloseSheet } from '#web/console/reconciliation/close-sheet.tsx'
import { ScreenHead } from '#web/console/screen-head.tsx'
import { momentOf } from '#web/console/words.ts'
import { Link } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CreditSheet } from './credit-sheet.tsx'
import { type Ending, EndingSheet } from './ending-sheet.tsx'
import { Told } from './told.tsx'

type Opened =
  | 'reason'
  | { readonly credits: string }
  | { readonly ending: Ending }
  | { readonly difference: NonNullable<Action['difference']> }

type LookScreenProps = {
  readonly title: string
  readonly data: OrderAnswer | DepositAnswer | undefined
  readonly error: unknown
  readonly isReading: boolean
  readonly lookAgain: () => void
  readonly state: ReactNode
  /** Its amounts and numbers. */
  readonly details: ReactNode
}

/** The shared screen of orders and deposits: owner, time of the data, facts and actions. */
export function LookScreen({ title, data, error, isReading, lookAgain, state, details }: LookScreenProps) {
  const [sheet, setSheet] = useState<Opened | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const { data: me } = useConsoleMe()
  const customer = data?.customer ?? null
  const finish = (words: string | null) => {
    setSheet(null)
    setDone(words)
    lookAgain()
  }
  return (
    <>
      <ScreenHead title={title} done={done} error={error} />
      {data === undefined ? null : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Whose customer={customer} />
            <div className="flex flex-wrap items-center gap-3">
              {customer === null || customer.openUntil !== null ? null : (
                <Button tone="quiet" onClick={() => setSheet('reason')}>
                  Show personal data
                </Button>
              )}
              <Button busy={isReading && 'Looking…'} onClick={lookAgain}>
                Look again
              </Button>
            </div>
          </div>
          <p role="status" className="text-small text-ink-2">
            {`As of ${momentOf(data.asOf)}. Each look is recorded, so this page never refreshes automatically.`}
          </p>
          {state}
          <Told
            of={data}
            details={details}
            onClose={(difference) => setSheet({ difference })}
            onCredit={(credits) => setSheet({ credits })}
            onEnd={(ending) => setSheet({ ending })}
          />
        </>
      )}
      {sheet === 'reason' && me && customer !== null ? (
        <ReasonSheet
          customerId={customer.id}
          role={me.operator.role}
          onClose={() => setSheet(null)}
          onOpened={() => finish(null)}
        />
      ) : null}
      {sheet !== null && sheet !== 'reason' && 'difference' in sheet ? (
        <CloseSheet
          difference={sheet.difference}
          onClose={() => setSheet(null)}
          onDone={() => finish(REQUEST_STORED)}
        />
      ) : null}
      {sheet !== null && sheet !== 'reason' && 'ending' in sheet ? (
        <EndingSheet ending={sheet.ending} onClose={() => setSheet(null)} onDone={() => finish(REQUEST_STORED)} />
      ) : null}
      {sheet !== null && sheet !== 'reason' && 'credits' in sheet ? (
        <CreditSheet deposit={sheet.credits} onClose={() => setSheet(null)} onDone={() => finish(REQUEST_STORED)} />
      ) : null}
    </>
  )
}

function Whose({ customer }: { customer: OrderAnswer['customer'] | null }) {
  if (customer === null) return <p>The owner is not known. Names and numbers stay masked.</p>
  return (
    <div className="min-w-0">
      <Link
        to={`/admin/customers/${customer.id}`}
        className="inline-flex min-h-12 items-center font-medium text-brand wrap-anywhere"
      >
        {`Customer ${customer.name}`}
      </Link>
      <p className="text-caption text-ink-3 wrap-anywhere">{customer.id}</p>
      {customer.openUntil === null ? (
        <p className="text-small text-ink-2">Names and numbers are masked until you give a reason.</p>
      ) : (
        <Notice tone="wait" role="status">
          Open for you until {momentOf(customer.openUntil)}.
        </Notice>
      )}
    </div>
  )
}
