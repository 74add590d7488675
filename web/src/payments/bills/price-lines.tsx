import type { BillKind } from '#contract/kinds/kinds.ts'
import { formatNairaShort } from '#contract/money.ts'
import { shareRoundedDown } from '#contract/prices.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { AvailableBalance } from '#web/wallet/available-balance.tsx'
import { useHoldsBpc } from '#web/wallet/get-wallet.ts'
import { discountText } from './discount-text.ts'

/** What is being bought: its face value, kobo, null until it is known, and the code that was typed. */
export type Buying = { readonly amountKobo: bigint | null; readonly bpcCode: string }

/** The installation's discount, the price after it, and the available balance. The exact price is in the terms. */
export function PriceLines({ kind, buying }: { kind: BillKind; buying?: Buying }) {
  const prices = useInstallation().data?.prices
  const bpcApplies = usePriceList(buying?.bpcCode ?? '') === 'bpc'
  const discount = prices === undefined ? null : discountText(prices.discounts[kind], { bpcApplies })
  return (
    <div className="flex flex-col gap-1">
      {discount === null ? null : (
        <p className="flex flex-wrap justify-between gap-x-3 text-small text-ink-2">
          Discount <span className="font-semibold text-ok">{discount}</span>
        </p>
      )}
      {buying === undefined ? null : <PriceAfterDiscount kind={kind} buying={buying} />}
      <AvailableBalance />
      <p className="text-caption text-ink-3">You see the exact price before you agree.</p>
    </div>
  )
}

/** At most: this is what every service of the kind gets, and some may get more. */
function PriceAfterDiscount({ kind, buying: { amountKobo, bpcCode } }: { kind: BillKind; buying: Buying }) {
  const discounts = useInstallation().data?.prices.discounts[kind]
  const list = usePriceList(bpcCode)
  const price =
    discounts === undefined || amountKobo === null ? null : amountKobo - shareRoundedDown(amountKobo, discounts[list])
  return (
    <p className="flex flex-wrap justify-between gap-x-3 text-small text-ink-2">
      Price after discount
      <span className="font-semibold text-ink tabular">
        {price === null ? '—' : `at most ${formatNairaShort(price)}`}
      </span>
    </p>
  )
}

/** Without a code the person's best decides. One that was typed is taken for a starter here: only the server knows it. */
function usePriceList(bpcCode: string): 'standard' | 'bpc' {
  const holdsBpc = useHoldsBpc()
  return holdsBpc && bpcCode.trim() === '' ? 'bpc' : 'standard'
}
