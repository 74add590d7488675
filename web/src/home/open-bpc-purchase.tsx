import { ChevronRight } from 'lucide-react'
import { formatTime } from '#contract/time.ts'
import type { Wallet } from '#contract/wallet.ts'
import { Link } from '#web/lib/routing.tsx'
import { BpcIcon } from '#web/ui/duotone-icons.tsx'

/** The link back to an unfinished purchase. */
export function OpenBpcPurchase({ purchase }: { purchase: NonNullable<Wallet['openBpcPurchase']> }) {
  const { orderId, expiresAt } = purchase
  return (
    <Link
      to={`/buy-bpc/payment?order=${encodeURIComponent(orderId)}`}
      className="flex min-h-16 items-center gap-3 rounded-card bg-surface shadow-lift px-4 py-2"
    >
      <span className="family-clay grid size-11 shrink-0 place-items-center rounded-control bg-family-tint text-family">
        <BpcIcon />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block text-small font-medium">Your BPC purchase is waiting for your transfer</span>
        {expiresAt === null ? null : (
          <span className="block text-caption text-ink-3">
            Its account number accepts payment until {formatTime(expiresAt)}
          </span>
        )}
      </span>
      <ChevronRight aria-hidden size={20} className="shrink-0 text-ink-3" />
    </Link>
  )
}
