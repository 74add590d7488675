import type { BillKind } from '#contract/kinds/kinds.ts'
import { formatNairaShort } from '#contract/money.ts'
import { shareRoundedDown } from '#contract/prices.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { useHoldsBpc } from '#web/wallet/get-wallet.ts'

type PriceAfterDiscountProps = {
  kind: BillKind
  /** The face value of what is bought, kobo; null until it is known. */
  amountKobo: bigint | null
  /** The code that was typed. */
  bpcCode: string
}

/**
 * The highest price after the installation's discount, which every service of the kind gets. Some services get more;
 * the terms have the exact price.
 */
export function PriceAfterDiscount({ kind, amountKobo, bpcCode }: PriceAfterDiscountProps) {
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

/** Without a code, the person's best BPC decides. A typed code counts as a starter here: only the server knows it. */
function usePriceList(bpcCode: string): 'standard' | 'bpc' {
  const holdsBpc = useHoldsBpc()
  return holdsBpc && bpcCode.trim() === '' ? 'bpc' : 'standard'
}
