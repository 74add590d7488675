import type { ReactNode } from 'react'
import type { PayTo } from '#contract/bpc.ts'
import { formatNairaShort } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { groupAccountNumber } from '#web/lib/format.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { plainAmount, timeLeftText } from './purchase.ts'

/** The account that the provider issued for this one purchase. */
export function PayToCard({ payTo, leftMs }: { payTo: PayTo; leftMs: number }) {
  const amountKobo = BigInt(payTo.amountKobo)
  return (
    <section
      aria-label="Account for this purchase"
      data-toast-avoid=""
      className="rounded-card bg-surface shadow-lift px-4"
    >
      <Detail
        label="Amount"
        value={<Figure>{formatNairaShort(amountKobo)}</Figure>}
        copy={<CopyButton label="Amount" text={plainAmount(amountKobo)} />}
      />
      <Detail
        label="Account number"
        value={<Figure>{groupAccountNumber(payTo.accountNumber)}</Figure>}
        copy={<CopyButton label="Account number" text={payTo.accountNumber} />}
      />
      <Detail label="Bank" value={payTo.bank} />
      <Detail label="Account name" value={payTo.accountName} />
      <Detail label="Time left" value={`${timeLeftText(leftMs)}, until ${formatTime(payTo.expiresAt)}`} />
    </section>
  )
}

function Detail({ label, value, copy = null }: { label: string; value: ReactNode; copy?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line py-2.5 last:border-b-0">
      <div className="min-w-0 flex-[1_1_8rem]">
        <p className="text-small text-ink-2">{label}</p>
        <p className="font-medium wrap-anywhere tabular">{value}</p>
      </div>
      {copy}
    </div>
  )
}

function Figure({ children }: { children: string }) {
  return <span className="font-head text-h1 font-semibold">{children}</span>
}
