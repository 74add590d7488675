import { formatMoment } from '#contract/time.ts'
import { totalKobo } from '#contract/transaction-total.ts'
import type { Transaction } from '#contract/transactions.ts'
import { Link } from '#web/lib/routing.tsx'
import { signedNaira } from '#web/ui/amount.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useListText } from '#web/wallet/hidden-amounts.ts'
import { KINDS } from './kinds.ts'
import { chargesText, listPlace, placeParts } from './row-words.ts'

/** The query of a list's URL, and its state in the browser's history. */
export type ListPlace = { readonly search: string; readonly state: unknown }

/**
 * One line of the history: names whole, however many lines they take, and the amount that left or came in, with what was
 * charged on it. Money out is ink with a minus sign; the state is always a word as well. `list` is the place in the browser's
 * history of its list, for going back.
 */
export function TransactionRow({ transaction, list }: { transaction: Transaction; list?: ListPlace }) {
  const { id, title, counterparty, status, createdAt } = transaction
  const shown = useListText()
  const details = [listPlace(transaction), shown(chargesText(transaction) ?? '')].filter(Boolean).join(' · ')
  return (
    <li className="@container border-b border-line last:border-b-0">
      <Link to={`/history/${id}`} state={{ list }} className="flex min-h-16 gap-3 px-3 py-2 -outline-offset-3">
        <TransactionMark transaction={transaction} />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 flex-[1_1_6.5rem] font-medium wrap-anywhere">{title}</span>
          <RowAmount transaction={transaction} />
          {counterparty === null ? null : (
            <span translate="no" className="w-full text-small text-ink-2 wrap-anywhere">
              {counterparty}
            </span>
          )}
          {details === '' ? null : (
            <span className="w-full text-caption text-ink-3 tabular wrap-anywhere">{details}</span>
          )}
          <span className="min-w-0 flex-[1_1_7.5rem] text-caption text-ink-3">{formatMoment(createdAt)}</span>
          <span className="ml-auto">
            <StatusChip status={status} />
          </span>
        </span>
      </Link>
    </li>
  )
}

/** The network or bank it is with; otherwise the picture of its kind. */
export function TransactionMark({ transaction }: { transaction: Transaction }) {
  const { icon: KindIcon } = KINDS[transaction.kind]
  return (
    <Mark names={[transaction.title, ...placeParts(transaction)]} className="@max-[14rem]:hidden">
      <KindIcon size={20} />
    </Mark>
  )
}

/** What left the wallet or came in. */
export function RowAmount({ transaction }: { transaction: Transaction }) {
  const shown = useListText()
  const amountKobo = totalKobo(transaction)
  return (
    <span
      className={`ml-auto max-w-full text-right font-head text-body font-semibold wrap-break-word tabular ${amountKobo > 0n ? 'text-ok' : 'text-ink'}`}
    >
      {shown(signedNaira(amountKobo.toString()))}
    </span>
  )
}
