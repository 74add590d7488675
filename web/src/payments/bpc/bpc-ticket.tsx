import { BPC_PRICE_KOBO } from '#contract/constants.ts'
import { formatNairaShort } from '#contract/money.ts'
import { RETURN_DAYS } from './return-days.ts'

/** A ticket: what a BPC is for, and its price. */
export function BpcTicket() {
  return (
    <div className="cloth-hero cloth-aska cloth-whole rounded-card forced-colors:border">
      <div className="px-5 pt-5 pb-4">
        <p className="text-small text-on-card-2">Bill Payment Code</p>
        <p className="mt-1 max-w-60 font-head text-[1.625rem] leading-[1.15] font-semibold text-balance">
          Pay less on transfers and bills
        </p>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1 border-t-2 border-dashed border-card-track px-5 pt-3.5 pb-2">
        <div>
          <p className="text-small text-on-card-2">Pay once</p>
          <p className="font-head text-[min(1.75rem,12vw)] leading-[1.1] font-semibold tabular">
            {formatNairaShort(BPC_PRICE_KOBO)}
          </p>
        </div>
        <p className="text-small text-on-card-2">Return it unused within {RETURN_DAYS} days.</p>
      </div>
      <p className="px-5 pb-3.5 text-small font-semibold">You don’t need a BPC to take your money out.</p>
    </div>
  )
}
