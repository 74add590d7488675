import { Suspense } from 'react'
import { formatNaira } from '#contract/money.ts'
import { formatMoment } from '#contract/time.ts'
import type { Transaction, TransactionDetail, TransactionKind } from '#contract/transactions.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { isRefusal, messageOf } from '#web/lib/api.ts'
import { useLocation, useParams } from '#web/lib/routing.tsx'
import { isOrderKind, KINDS, kindOf } from '#web/payments/kinds/kinds.ts'
import { useOrder } from '#web/payments/orders/get-order.ts'
import { PendingActions } from '#web/payments/orders/pending-actions.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { PracticeNote } from '#web/ui/practice-note.tsx'
import { Reference } from '#web/ui/reference.tsx'
import { Stamp } from '#web/ui/stamp.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useTransaction } from './get-transaction.ts'
import { fullDetail } from './row-words.ts'
import { Timeline } from './timeline.tsx'
import { TransactionActions } from './transaction-actions.tsx'
import { type ListPlace, TransactionMark } from './transaction-row.tsx'

export default function TransactionPage() {
  const { id = '' } = useParams()
  const list = listIn(useLocation().state)
  const { data: detail, error, refetch } = useTransaction(id)
  if (detail === undefined && error === null) return <Loading />
  return (
    <Page title="Transaction" back={`/history${list.search}`} backState={list.state}>
      {error === null ? null : (
        <Notice tone="bad" role="alert">
          {isRefusal(error, 'request.not-found')
            ? 'We could not find this transaction in your history.'
            : messageOf(error)}
        </Notice>
      )}
      {detail === undefined ? (
        <>
          <Button tone="quiet" wide onClick={() => void refetch()}>
            Try again
          </Button>
          <ButtonLink to="/history">Back to history</ButtonLink>
        </>
      ) : (
        <Receipt detail={detail} />
      )}
    </Page>
  )
}

/** The list this page was opened from; the unfiltered list if it was opened from elsewhere. */
function listIn(state: unknown): ListPlace {
  const { list } = (state ?? {}) as { list?: ListPlace }
  return list ?? { search: '', state: null }
}

function Receipt({ detail }: { detail: TransactionDetail }) {
  const { transaction, explanation, timeline, reference, totalKobo } = detail
  const { orderId, status } = transaction
  const sandbox = useInstallation().data?.mode === 'sandbox'
  return (
    <>
      <section aria-label="Receipt" className="@container rounded-card bg-surface shadow-lift">
        <div className="border-b border-dashed border-line p-4">
          <div className="flex flex-wrap items-start gap-3">
            <TransactionMark transaction={transaction} />
            <div className="flex min-w-0 flex-[1_1_7.5rem] flex-col items-start gap-1">
              <p className="text-small text-ink-2">{transaction.title}</p>
              <p className="font-head text-[1.75rem] leading-tight font-semibold wrap-anywhere">
                {BigInt(transaction.amountKobo) > 0n ? '+' : null}
                <Amount amountKobo={totalKobo} />
              </p>
              <PracticeNote />
              <StatusChip status={status} />
            </div>
            {sandbox ? <Stamp /> : null}
          </div>
          <p aria-live="polite" className="pt-3 text-[0.9375rem] text-ink-2">
            {explanation}
          </p>
        </div>
        <dl className="flex flex-col px-4 py-2">
          <Lines detail={detail} />
        </dl>
        {sandbox ? (
          <p className="border-t border-dashed border-line px-4 py-3 text-center text-caption text-ink-3">
            Practice money. This receipt proves no real payment.
          </p>
        ) : null}
      </section>
      <TransactionActions transaction={transaction} />
      {status === 'completed' && orderId !== null && handsOver(transaction.kind) ? (
        <Delivered orderId={orderId} />
      ) : null}
      {status === 'pending' && orderId !== null ? <PendingActions orderId={orderId} /> : null}
      {timeline.length === 0 ? null : <Timeline steps={timeline} />}
      {reference === null ? null : (
        <section className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-surface shadow-lift px-4 py-3">
          <div className="min-w-0">
            <h2 className="font-sans text-small font-medium text-ink-2">Reference, for support</h2>
            <p className="text-small">
              <Reference text={reference} />
            </p>
          </div>
          <CopyButton label="Reference" text={reference} />
        </section>
      )}
    </>
  )
}

function handsOver(kind: TransactionKind): boolean {
  return isOrderKind(kind) && KINDS[kind].Delivered !== null
}

/** What the order delivered, and what is still missing. */
function Delivered({ orderId }: { orderId: string }) {
  const { data: order } = useOrder(orderId, 'watching')
  if (order === undefined) return null
  const { Delivered: Shown, missing } = kindOf(order)
  const isMissing = missing(order)
  return (
    <>
      {isMissing === null ? null : <Notice tone="wait">{isMissing}</Notice>}
      <Suspense>{Shown === null ? null : <Shown order={order} />}</Suspense>
    </>
  )
}

function Lines({ detail: { transaction, totalKobo } }: { detail: TransactionDetail }) {
  const { counterparty, kind, status } = transaction
  const outgoing = BigInt(transaction.amountKobo) < 0n
  const place = placeOf(transaction)
  const discount = unsigned(transaction.discountKobo)
  const costs = isOrderKind(kind) ? KINDS[kind].costs : kind === 'sms' ? 'price' : 'discount'
  return (
    <>
      {counterparty === null ? null : <Line label={whoLabel(kind, outgoing)} value={counterparty} />}
      {place === null ? null : <Line label={place.label} value={place.value} />}
      <Line label="Date" value={formatMoment(transaction.createdAt)} />
      {!outgoing || kind === 'recall' ? null : costs === 'fees' ? (
        <>
          <Line label="Amount" value={formatNaira(unsigned(transaction.amountKobo))} />
          <Line label="Fee" value={formatNaira(unsigned(transaction.feeKobo))} />
          <Line label="Stamp duty" value={formatNaira(unsigned(transaction.dutyKobo))} />
          <Line label="Total" value={formatNaira(unsigned(totalKobo))} strong />
        </>
      ) : (
        <>
          {costs === 'price' ? null : (
            <>
              <Line label="Value" value={formatNaira(unsigned(transaction.amountKobo))} />
              <Line label="Discount" value={formatNaira(-discount)} />
            </>
          )}
          <Line
            label={status === 'completed' ? 'Price paid' : 'Price'}
            value={formatNaira(unsigned(totalKobo))}
            strong
          />
        </>
      )}
    </>
  )
}

function whoLabel(kind: TransactionKind, outgoing: boolean): string {
  if (kind === 'refund') return 'For'
  return outgoing && kind !== 'recall' ? 'To' : 'From'
}

/** The second line of a row with its label and whole numbers. */
function placeOf(transaction: Transaction): { label: string; value: string } | null {
  const { kind } = transaction
  const value = fullDetail(transaction)
  return value === '' ? null : { label: isOrderKind(kind) ? KINDS[kind].placeLabel : 'Account', value }
}

function Line({ label, value, strong = false }: { label: string; value: string; strong?: boolean }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-b border-line py-2.5 last:border-b-0">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className={`text-right tabular wrap-anywhere ${strong ? 'font-semibold' : ''}`}>{value}</dd>
    </div>
  )
}

function unsigned(amountKobo: string): bigint {
  const amount = BigInt(amountKobo)
  return amount < 0n ? -amount : amount
}
