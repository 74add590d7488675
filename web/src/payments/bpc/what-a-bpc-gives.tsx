import type { Installation } from '#contract/installation.ts'
import { formatNairaShort } from '#contract/money.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { formatPercent, unbroken } from '#web/lib/format.ts'
import { LOOKS, type Look } from '#web/payments/kinds/looks.ts'
import { WalletIcon } from '#web/ui/duotone-icons.tsx'
import { useWallet } from '#web/wallet/get-wallet.ts'

/** The prices and limits in force, without and with a bought BPC. Nothing until the server has sent them. */
export function WhatABpcGives() {
  const installation = useInstallation().data
  const hasOwnLimit = Boolean(useWallet().data?.ownLimit)
  if (installation?.limits === undefined) return null
  const { limits } = installation
  const rows = rowsOf(installation)
  return (
    <div className="flex flex-col gap-2">
      <dl className="rounded-card bg-surface shadow-lift px-4 text-small">
        {(hasOwnLimit ? rows.slice(0, -1) : rows).map(({ name, icon: Icon, look, without, withOne }) => (
          <div
            key={name}
            className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 border-b border-line py-2 last:border-b-0"
          >
            <dt className="flex items-center gap-3">
              <span className={`text-family ${look}`}>
                <Icon size={24} />
              </span>
              {name}
            </dt>
            <dd className="ml-auto text-right leading-tight text-ink-3 tabular">
              <span className="block font-head text-body font-semibold text-ink">{withOne}</span> instead of {without}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-caption text-ink-3">
        A discount is never more than we earn on the sale. You see each price before you agree.
        {hasOwnLimit
          ? null
          : ` Every further BPC adds ${short(limits.perBpcKobo)} a day, up to ${short(limits.maxKobo)}.`}{' '}
        Prices and limits can change: those in force when you pay count.
      </p>
    </div>
  )
}

type Prices = Installation['prices']

/** The rows of the table; the daily limit is last. */
function rowsOf({ prices: { discounts, transferFees }, limits }: Installation) {
  const off = (look: Look, of: { standard: number; bpc: number }) => ({
    ...look,
    without: unbroken(formatPercent(of.standard)),
    withOne: unbroken(`${formatPercent(of.bpc)} off`),
  })
  return [
    {
      ...LOOKS.withdrawal,
      name: 'Transfer fee',
      without: feesText(transferFees.standard),
      withOne: feesText(transferFees.bpc),
    },
    off(LOOKS.airtime, discounts.airtime),
    off(LOOKS.data, discounts.data),
    off(LOOKS.electricity, discounts.electricity),
    off(LOOKS.tv, discounts.tv),
    off(LOOKS.education, discounts.education),
    {
      name: 'Daily limit',
      icon: WalletIcon,
      look: 'family-palm',
      without: short(limits.dailyKobo),
      withOne: formatNairaShort(BigInt(limits.dailyKobo) + BigInt(limits.perBpcKobo)),
    },
  ]
}

const short = (kobo: string) => formatNairaShort(BigInt(kobo))

/** `₦10 to ₦50`, or one figure when all bands cost the same. */
function feesText(bands: Prices['transferFees']['bpc']): string {
  const fees = bands.map(({ feeKobo }) => BigInt(feeKobo)).sort((a, b) => (a < b ? -1 : 1))
  const least = formatNairaShort(fees[0] ?? 0n)
  const most = formatNairaShort(fees.at(-1) ?? 0n)
  return least === most ? most : `${least} to ${most}`
}
