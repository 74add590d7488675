import { BPC_RETURN_MS, DAILY_LIMIT_KOBO, DAILY_LIMIT_MAX_KOBO, DAILY_LIMIT_PER_BPC_KOBO } from '#contract/constants.ts'
import type { Installation } from '#contract/installation.ts'
import { formatNairaShort } from '#contract/money.ts'
import { DAY_MS } from '#contract/time.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { formatPercent } from '#web/lib/format.ts'

export const RETURN_DAYS = BPC_RETURN_MS / DAY_MS

/** The prices this installation charges, without and with a bought BPC. Nothing until the server has said them. */
export function WhatABpcGives() {
  const prices = useInstallation().data?.prices
  if (prices === undefined) return null
  return (
    <div className="flex flex-col gap-2">
      <dl className="rounded-card border border-line bg-surface px-4 text-small">
        {rowsOf(prices).map(({ label, without, withOne }) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-3 border-b border-line py-2 last:border-b-0">
            <dt className="text-ink-2">{label}</dt>
            <dd className="ml-auto text-right text-ink-2 tabular">
              <span className="font-semibold text-ink">{withOne}</span> instead of {without}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-caption text-ink-3">
        A discount is never more than what the provider leaves us; each price is shown before you agree to it. Every
        further BPC adds {formatNairaShort(DAILY_LIMIT_PER_BPC_KOBO)} a day, up to{' '}
        {formatNairaShort(DAILY_LIMIT_MAX_KOBO)}.
      </p>
    </div>
  )
}

type Prices = Installation['prices']

function rowsOf({ discounts, transferFees }: Prices) {
  const off = (label: string, of: { standard: number; bpc: number }) => ({
    label,
    without: unbroken(formatPercent(of.standard)),
    withOne: unbroken(`${formatPercent(of.bpc)} off`),
  })
  return [
    { label: 'Transfer fee', without: feesText(transferFees.standard), withOne: feesText(transferFees.bpc) },
    off('Airtime', discounts.airtime),
    off('Data', discounts.data),
    off('Electricity', discounts.electricity),
    off('TV', discounts.tv),
    {
      label: 'Daily limit',
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

/** A figure stays on one line with its unit. */
function unbroken(text: string): string {
  return text.replaceAll(' ', '\u00a0')
}
