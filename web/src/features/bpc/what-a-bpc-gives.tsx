import { BPC_RETURN_MS, DAILY_LIMIT_KOBO, DAILY_LIMIT_MAX_KOBO, DAILY_LIMIT_PER_BPC_KOBO } from '#contract/constants.ts'
import type { Installation } from '#contract/installation.ts'
import { formatNairaShort } from '#contract/money.ts'
import { formatPercent } from '../../lib/format.ts'
import { useInstallation } from '../installation/get-installation.ts'

const DAY_MS = 24 * 60 * 60_000
export const RETURN_DAYS = BPC_RETURN_MS / DAY_MS

/** The prices this installation charges, without and with a bought BPC. Nothing until the server has said them. */
export function WhatABpcGives() {
  const prices = useInstallation().data?.prices
  if (prices === undefined) return null
  return (
    <div className="flex flex-col gap-2">
      <table className="w-full rounded-card border border-line bg-surface text-small">
        <caption className="sr-only">What a bought BPC changes</caption>
        <thead>
          <tr className="text-ink-2">
            <td />
            <th scope="col" className="px-1 pt-3 pb-1 text-right font-medium">
              Without
            </th>
            <th scope="col" className="py-1 pt-3 pr-4 pl-1 text-right font-medium">
              With BPC
            </th>
          </tr>
        </thead>
        <tbody>
          {rowsOf(prices).map(({ label, without, withOne }) => (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="py-2.5 pr-1 pl-4 text-left font-normal text-ink-2">
                {label}
              </th>
              <td className="px-1 py-2.5 text-right tabular">{without}</td>
              <td className="py-2.5 pr-4 pl-1 text-right font-semibold tabular">{withOne}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-caption text-ink-3">
        Each further BPC you hold adds {formatNairaShort(DAILY_LIMIT_PER_BPC_KOBO)} a day, up to{' '}
        {formatNairaShort(DAILY_LIMIT_MAX_KOBO)}. A discount is never more than what the provider leaves us, so every
        price is shown before you agree to it.
      </p>
    </div>
  )
}

type Prices = Installation['prices']

function rowsOf({ discounts, transferFees }: Prices) {
  const off = (label: string, of: { standard: number; bpc: number }) => ({
    label,
    without: formatPercent(of.standard),
    withOne: formatPercent(of.bpc),
  })
  return [
    { label: 'Fee of a bank transfer', without: feesText(transferFees.standard), withOne: feesText(transferFees.bpc) },
    off('Off airtime, up to', discounts.airtime),
    off('Off data, up to', discounts.data),
    off('Off electricity, up to', discounts.electricity),
    off('Off TV, up to', discounts.tv),
    {
      label: 'Money out a day',
      without: formatNairaShort(DAILY_LIMIT_KOBO),
      withOne: formatNairaShort(DAILY_LIMIT_KOBO + DAILY_LIMIT_PER_BPC_KOBO),
    },
  ]
}

/** `₦10 to ₦50`, or one figure when all bands cost the same. */
function feesText(bands: Prices['transferFees']['bpc']): string {
  const fees = bands.map(({ feeKobo }) => BigInt(feeKobo)).sort((a, b) => (a < b ? -1 : 1))
  const least = formatNairaShort(fees[0] ?? 0n)
  const most = formatNairaShort(fees.at(-1) ?? 0n)
  return least === most ? most : `${least} to ${most}`
}
