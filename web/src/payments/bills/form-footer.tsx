import type { BillKind } from '#contract/kinds/kinds.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { BpcCodeField } from '#web/payments/orders/bpc-code-field.tsx'
import { Refusal } from '#web/payments/orders/refusal.tsx'
import { Button } from '#web/ui/button.tsx'
import { AvailableBalance } from '#web/wallet/available-balance.tsx'
import { useHoldsBpc } from '#web/wallet/get-wallet.ts'
import { appliedDiscount } from './applied-discount.ts'
import { PriceAfterDiscount } from './price-after-discount.tsx'

type FormFooterProps = {
  kind: BillKind
  /** The face value of what is bought, kobo; null until it is known. */
  amountKobo: bigint | null
  bpcCode: string
  onBpcCode: (code: string) => void
  bpcError: string | undefined
  /** The form has an amount field, which shows the balance beside it. */
  hasAmount?: boolean
  /** The label of the one filled button. */
  action: string
  asking: boolean
  /** A refusal that belongs to no field. */
  refusal: string | null
}

/** The end of every purchase form: the price that applies, the balance, a refusal, and the button. */
export function FormFooter(props: FormFooterProps) {
  const { kind, amountKobo, bpcCode, onBpcCode, bpcError, hasAmount = false, action, asking, refusal } = props
  const discounts = useInstallation().data?.prices.discounts[kind]
  const holdsBpc = useHoldsBpc()
  return (
    <>
      <div className="flex flex-col gap-1">
        <BpcCodeField
          code={bpcCode}
          onChange={onBpcCode}
          applies={discounts === undefined ? 'Standard price' : appliedDiscount(discounts, { holdsBpc })}
          error={bpcError}
        />
        <PriceAfterDiscount kind={kind} amountKobo={amountKobo} bpcCode={bpcCode} />
        {hasAmount ? null : <AvailableBalance />}
      </div>
      {refusal === null ? null : <Refusal>{refusal}</Refusal>}
      <div className="form-foot">
        <Button type="submit" wide busy={asking && 'Processing...'}>
          {action}
        </Button>
      </div>
    </>
  )
}
