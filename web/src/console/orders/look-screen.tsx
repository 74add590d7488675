import { ChevronRight, Lock, LockOpen, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Action, DepositAnswer, OrderAnswer } from '#contract/console/orders.ts'
import { ReasonSheet } from '#web/console/customers/reason-sheet.tsx'
import { useConsoleMe } from '#web/console/get-me.ts'
import { REQUEST_STORED } from '#web/console/propose-sheet.tsx'
import { CloseSheet } from '#web/console/reconciliation/close-sheet.tsx'
import { ScreenHead } from '#web/console/screen-head.tsx'
import { momentOf } from '#web/console/words.ts'
import { Link } from '#web/lib/routing.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { CreditSheet } from './credit-sheet.tsx'
import { type Ending, EndingSheet } from './ending-sheet.tsx'
import { Findings } from './findings.tsx'

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
  /** Its state in a word, beside the title. */
  readonly chip?: ReactNode
  /** What its state means, and its progress. */
  readonly state: ReactNode
  /** Its amounts and numbers. */
  readonly details: ReactNode
}

/** The shared screen of orders and deposits: owner, time of the data, facts and actions. */
export function LookScreen({ title, data, error, isReading, lookAgain, chip, state, details }: LookScreenProps) {
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
      <ScreenHead title={title} done={done} error={error}>
        {data === undefined ? null : (
          <>
            {chip}
            {customer === null || customer.openUntil !== null ? null : (
              <Button tone="quiet" slim onClick={() => setSheet('reason')}>
                <LockOpen aria-hidden size={18} /> Show personal data
              </Button>
            )}
            <Button slim busy={isReading && 'Looking…'} onClick={lookAgain}>
              <RotateCw aria-hidden size={18} /> Look again
            </Button>
          </>
        )}
      </ScreenHead>
      {data === undefined ? null : (
        <>
          {state}
          <p role="status" className="text-caption text-ink-3">
            {`As of ${momentOf(data.asOf)}. Each look is recorded, so this page never refreshes automatically.`}
          </p>
          <Findings
            of={data}
            details={
              <>
                <Whose customer={customer} />
                {details}
              </>
            }
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
  if (customer === null)
    return (
      <p className="rounded-tile bg-surface px-3.5 py-3 text-small shadow-lift">
        The owner is not known. Names and numbers stay masked.
      </p>
    )
  return (
    <div className="rounded-tile bg-surface shadow-lift forced-colors:border">
      <Link
        to={`/admin/customers/${customer.id}`}
        className="flex min-h-16 items-center gap-3 rounded-tile px-3.5 py-2 -outline-offset-3"
      >
        <Avatar name={customer.name} size="small" />
        <span className="min-w-0 flex-1">
          <span className="block font-head leading-snug font-semibold wrap-anywhere">{`Customer ${customer.name}`}</span>
          <span className="block text-caption leading-snug text-ink-3 wrap-anywhere">{customer.id}</span>
        </span>
        <ChevronRight aria-hidden size={20} className="shrink-0 text-ink-3" />
      </Link>
      <p
        role={customer.openUntil === null ? undefined : 'status'}
        className={`flex gap-2 border-t border-line px-3.5 py-2 text-small ${customer.openUntil === null ? 'text-ink-3' : 'text-wait'}`}
      >
        {customer.openUntil === null ? (
          <>
            <Lock aria-hidden size={18} className="shrink-0" /> Names and numbers are masked until you give a reason.
          </>
        ) : (
          <>
            <LockOpen aria-hidden size={18} className="shrink-0" />{' '}
            {`Open for you until ${momentOf(customer.openUntil)}.`}
          </>
        )}
      </p>
    </div>
  )
}
