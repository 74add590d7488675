import {
  BPC_CODE_KOBO,
  BPC_PRICE_KOBO,
  BPC_PROCESSING_KOBO,
  BPC_RETURN_MS,
  SANDBOX_GRANT_KOBO,
  STAMP_DUTY_FROM_KOBO,
  STAMP_DUTY_KOBO,
} from '#contract/constants.ts'
import type { Installation } from '#contract/installation.ts'
import { formatNairaShort } from '#contract/money.ts'
import { DAY_MS } from '#contract/time.ts'

/** The FAQ's figures that are the same everywhere, as text, from the constants that the server uses too. */
export const FIGURES = {
  bpcPrice: formatNairaShort(BPC_PRICE_KOBO),
  bpcCode: formatNairaShort(BPC_CODE_KOBO),
  bpcProcessing: formatNairaShort(BPC_PROCESSING_KOBO),
  bpcReturnDays: `${BPC_RETURN_MS / DAY_MS} days`,
  stampDuty: formatNairaShort(STAMP_DUTY_KOBO),
  stampDutyFrom: formatNairaShort(STAMP_DUTY_FROM_KOBO),
  sandboxGrant: formatNairaShort(SANDBOX_GRANT_KOBO),
} as const

type Bands = Installation['prices']['transferFees']['standard']

/** `₦10 up to ₦5,000, ₦25 up to ₦50,000, ₦50 above`; `free` when no band costs anything. */
export function feeText(bands: Bands): string {
  const fees = bands.map(({ feeKobo }) => BigInt(feeKobo))
  if (fees.every((fee) => fee === 0n)) return 'free'
  return bands
    .map(({ upToKobo }, place) => {
      const fee = formatNairaShort(fees[place] ?? 0n)
      if (bands.length === 1) return `${fee} each`
      return place === bands.length - 1 ? `${fee} above` : `${fee} up to ${formatNairaShort(BigInt(upToKobo))}`
    })
    .join(', ')
}
