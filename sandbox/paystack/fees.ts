/** What a transfer costs, lowest band first: ₦10 to ₦5,000, ₦25 to ₦50,000, ₦50 above. */
const TRANSFER_FEES_KOBO = [
  { upToKobo: 500_000n, feeKobo: 1_000n },
  { upToKobo: 5_000_000n, feeKobo: 2_500n },
] as const
const TRANSFER_FEE_TOP_KOBO = 5_000n

/** Paystack's fee for a transfer, taken from the balance on top of the amount. Its price list, not the product's. */
export function transferFeeAtPaystackKobo(amountKobo: bigint): bigint {
  return TRANSFER_FEES_KOBO.find((band) => amountKobo <= band.upToKobo)?.feeKobo ?? TRANSFER_FEE_TOP_KOBO
}

const DEDICATED_ACCOUNT_FEE_CAP_KOBO = 30_000n

/** 1% of a payment into a dedicated account, at most ₦300. Rounded down to whole kobo, in the merchant's favour. */
export function dedicatedAccountFeeKobo(amountKobo: bigint): bigint {
  const fee = amountKobo / 100n
  return fee < DEDICATED_ACCOUNT_FEE_CAP_KOBO ? fee : DEDICATED_ACCOUNT_FEE_CAP_KOBO
}

const CHARGE_FEE_FLAT_KOBO = 10_000n
const CHARGE_FEE_FLAT_FROM_KOBO = 250_000n
const CHARGE_FEE_CAP_KOBO = 200_000n

/** 1.5% + ₦100 of a charge by bank transfer; the ₦100 only from ₦2,500 up; at most ₦2,000 in all. */
export function chargeFeeKobo(amountKobo: bigint): bigint {
  const flat = amountKobo >= CHARGE_FEE_FLAT_FROM_KOBO ? CHARGE_FEE_FLAT_KOBO : 0n
  const fee = (amountKobo * 15n) / 1_000n + flat
  return fee < CHARGE_FEE_CAP_KOBO ? fee : CHARGE_FEE_CAP_KOBO
}
