import { Link } from 'react-router'
import { formatMoment } from '#contract/time.ts'
import type { Transaction } from '#contract/transactions.ts'
import { signedNaira } from '#web/ui/amount.tsx'
import { StatusChip } from '#web/ui/status-chip.tsx'
import { KINDS } from './kinds.ts'
import { paidKobo } from './paid.ts'

/** The query of a list's URL, and its state in the browser's history. */
export type ListPlace = { readonly search: string; readonly state: unknown }

/**
 * One line of the history. Money out is ink with a minus sign; the state is always a word as well. `list` is the place
 * in the browser's history of its list, for going back.
 */
export function TransactionRow({ transaction, list }: { transaction: Transaction; list?: ListPlace }) {
  const { id, kind, title, counterparty, status, createdAt } = transaction
  const amountKobo = paidKobo(transaction)
  const incoming = amountKobo > 0n
  const KindIcon = KINDS[kind].icon
  return (
    <li className="@container border-b border-line last:border-b-0">
      <Link
        to={`/history/${id}`}
        state={{ list }}
        className="flex min-h-16 items-center gap-3 px-3 py-2.5 -outline-offset-3"
      >
        <span
          aria-hidden
          className="grid size-10 shrink-0 place-items-center rounded-avatar bg-tint text-brand @max-[14rem]:hidden"
        >
          <KindIcon size={20} />
        </span>
        <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3">
          <span className="min-w-0 flex-[1_1_6.5rem]">
            <span className="block truncate font-medium">{title}</span>
            {counterparty === null ? null : (
              <span className="block truncate text-small text-ink-2">{counterparty}</span>
            )}
            <span className="block text-caption text-ink-3">{formatMoment(createdAt)}</span>
          </span>
          <span className="ml-auto flex max-w-full flex-col items-end">
            <span className={`font-head font-semibold tabular ${incoming ? 'text-ok' : 'text-ink'}`}>
              {signedNaira(amountKobo.toString())}
            </span>
            <StatusChip status={status} />
          </span>
        </span>
      </Link>
    </li>
  )
}
