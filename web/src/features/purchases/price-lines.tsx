import type { Product } from '#contract/prices.ts'
import { useInstallation } from '../installation/get-installation.ts'
import { AvailableBalance } from '../wallet/available-balance.tsx'
import { discountText } from './discount-text.ts'

/** The discount of this installation and what can be spent. The exact price stands in the terms. */
export function PriceLines({ product }: { product: Product }) {
  const prices = useInstallation().data?.prices
  const discount = prices === undefined ? null : discountText(prices.discounts[product])
  return (
    <div className="flex flex-col gap-1">
      {discount === null ? null : (
        <p className="flex flex-wrap justify-between gap-x-3 text-small text-ink-2">
          Discount <span className="font-semibold text-ok">{discount}</span>
        </p>
      )}
      <AvailableBalance />
      <p className="text-caption text-ink-3">You see the exact price before you agree.</p>
    </div>
  )
}
