import { formatMoment, formatTime } from '#contract/time.ts'
import { totalKobo } from '#contract/transaction-total.ts'
import type { Transaction } from '#contract/transactions.ts'
import { isToday } from '#web/lib/format.ts'
import { Link } from '#web/lib/routing.tsx'
import { signedNaira } from '#web/ui/amount.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { useListText } from '#web/wallet/hidden-amounts.ts'
import { KINDS } from './kinds.ts'
import { detailParts, onOneLine, rowWords } from './row-words.ts'

/** The query of a list's URL, and its state in the browser's history. */
export type ListPlace = { readonly search: string; readonly state: unknown }

type TransactionRowProps = {
  transaction: Transaction
  /** Where the back arrow of the transaction leads. */
  list?: ListPlace
  /** The list has a heading for the day, so the row says only the time. */
  isUnderDay?: boolean
}

/**
 * One row of the history: the name in full, the time and place, and the amount with its sign. The status has a chip
 * unless it is Completed; screen readers always hear it.
 */
export function TransactionRow({ transaction, list, isUnderDay = false }: TransactionRowProps) {
  const { id, status, createdAt } = transaction
  const { who, details, unsaid } = rowWords(transaction)
  const at = isUnderDay || isToday(createdAt) ? formatTime(createdAt) : formatMoment(createdAt)
  return (
    <li className="row @container">
      <Link
        to={`/history/${id}`}
        state={{ list }}
        className="flex min-h-16 flex-wrap items-center gap-x-3 px-4 py-2 -outline-offset-3"
      >
        <TransactionMark transaction={transaction} />
        <span className={`min-w-0 ${roomFor(who)}`}>
          <span className="block font-head leading-snug font-semibold wrap-anywhere">{who}</span>
          <span className="block text-small leading-snug text-ink-3 tabular wrap-anywhere">
            {[at, ...details.map(onOneLine)].join(' · ')}
          </span>
          {unsaid === null ? null : <span className="sr-only">{unsaid}</span>}
        </span>
        <span className="ml-auto flex max-w-full flex-col items-end gap-0.5">
          <RowAmount transaction={transaction} />
          {status === 'completed' ? <span className="sr-only">Completed</span> : <StatusChip status={status} />}
        </span>
      </Link>
    </li>
  )
}

/** A long name has the whole line and smaller type, with the amount below it. */
function roomFor(name: string): string {
  if (name.length > 32) return 'flex-[1_1_12rem] text-[0.9375rem] tracking-tight'
  return name.length > 20 ? 'flex-[1_1_9rem]' : 'flex-[1_1_6.5rem]'
}

/** The mark of the network or bank, or the sender's initials. Other transactions have the icon of their kind. */
export function TransactionMark({ transaction }: { transaction: Transaction }) {
  const { kind, counterparty } = transaction
  const { icon: KindIcon, look } = KINDS[kind]
  const isFromPerson = kind === 'deposit' && counterparty !== null
  return (
    <span className="@max-[14rem]:hidden">
      {isFromPerson ? (
        <Avatar name={counterparty} size="small" />
      ) : (
        <Mark names={[transaction.title, ...detailParts(transaction)]} look={look}>
          <KindIcon />
        </Mark>
      )}
    </span>
  )
}

/** What left the wallet or came in. A failed amount is struck through. */
export function RowAmount({ transaction }: { transaction: Transaction }) {
  const shown = useListText()
  const amountKobo = totalKobo(transaction)
  const isVoid = transaction.status === 'failed'
  const look = isVoid ? 'text-ink-3 line-through' : amountKobo > 0n ? 'text-ok' : 'text-ink'
  return (
    <span
      className={`ml-auto max-w-full text-right font-head text-[1.0625rem] leading-snug font-semibold wrap-break-word tabular ${look}`}
    >
      {shown(signedNaira(amountKobo.toString()))}
    </span>
  )
}
