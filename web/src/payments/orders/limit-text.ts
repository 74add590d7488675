import { STAMP_DUTY_FROM_KOBO, stampDutyKobo } from '#contract/constants.ts'
import type { Installation } from '#contract/installation.ts'
import { formatNairaShort } from '#contract/money.ts'
import { formatMoment } from '#contract/time.ts'
import type { Wallet } from '#contract/wallet.ts'

type FeeBands = Installation['prices']['transferFees']['standard']

/**
 * How an amount differs from what leaves the wallet for it. Discount: balance and limits count the price paid. Fees:
 * the balance pays them too, but the limits count the amount; null while only the server knows them.
 */
export type Costs = 'discount' | 'none' | { readonly fees: FeeBands | null }

export type LimitsOf = {
  /** The wallet as it was just read; undefined while it is unknown or old. */
  readonly wallet:
    | Pick<Wallet, 'availableKobo' | 'spentTodayKobo' | 'dailyLimitKobo' | 'ownLimit' | 'newLimit'>
    | undefined
  /** If true, no limit is shown that reveals the balance. */
  readonly isBalanceHidden?: boolean
  readonly minKobo: bigint
  readonly maxKobo: bigint
  readonly costs: Costs
}

/** `most` ends a sentence while something can be paid; `left` is a whole sentence for when too little is left. */
type Limit = { readonly kobo: bigint; readonly most: string; readonly left: string }

/** Names the limit that binds now: the lowest of those the server checks. */
export function limitText({ wallet, isBalanceHidden = false, minKobo, maxKobo, costs }: LimitsOf): string {
  const limits =
    wallet === undefined
      ? []
      : [...(isBalanceHidden ? [] : [balanceLimit(wallet, costs)]), dayLimit(wallet), ...newLimits(wallet)]
  const [lowest] = limits.sort((one, other) => (one.kobo < other.kobo ? -1 : 1))
  if (lowest === undefined || lowest.kobo >= maxKobo)
    return `${formatNairaShort(minKobo)} to ${formatNairaShort(maxKobo)} per payment`
  if (lowest.kobo < minKobo) return `${lowest.left} The least is ${formatNairaShort(minKobo)}.`
  const after = costs === 'discount' ? ' after discount' : ''
  return `Up to ${formatNairaShort(lowest.kobo)}${after}${lowest.most}`
}

type WalletNow = NonNullable<LimitsOf['wallet']>

function balanceLimit(wallet: WalletNow, costs: Costs): Limit {
  const available = BigInt(wallet.availableKobo)
  const left = `Your balance is ${formatNairaShort(available)}.`
  if (typeof costs === 'string') return { kobo: available, most: ': your balance', left }
  if (costs.fees === null) return { kobo: available, most: ' with fees: your balance', left }
  const kobo = mostWithFees(available, costs.fees)
  if (kobo === available) return { kobo, most: ': your balance', left }
  const leftWithFees = `Your balance is ${formatNairaShort(available)}, and fees come off it.`
  return { kobo, most: ': your balance after fees', left: leftWithFees }
}

function dayLimit(wallet: WalletNow): Limit {
  const rest = BigInt(wallet.dailyLimitKobo) - BigInt(wallet.spentTodayKobo)
  const kobo = rest > 0n ? rest : 0n
  const why = wallet.ownLimit ? ` ${wallet.ownLimit}` : ''
  return {
    kobo,
    most: `: the rest of today’s limit${why && `.${why}`}`,
    left: `${formatNairaShort(kobo)} of today’s limit is left.${why}`,
  }
}

function newLimits({ newLimit }: WalletNow): readonly Limit[] {
  if (newLimit === null) return []
  const kobo = BigInt(newLimit.leftKobo)
  const why = 'your account, device, PIN or password is new'
  const until = formatMoment(newLimit.until)
  return [
    {
      kobo,
      most: ` until ${until}: ${why}`,
      left: `${formatNairaShort(kobo)} can leave your wallet until ${until}: ${why}.`,
    },
  ]
}

/** The largest amount that leaves room for its own fee and stamp duty. */
export function mostWithFees(availableKobo: bigint, bands: FeeBands): bigint {
  const fits = (kobo: bigint) => kobo + feeKobo(kobo, bands) + stampDutyKobo(kobo) <= availableKobo
  const duty = stampDutyKobo(STAMP_DUTY_FROM_KOBO)
  const candidates = bands.flatMap((band) => {
    const left = availableKobo - BigInt(band.feeKobo)
    return [left, left - duty, BigInt(band.upToKobo), STAMP_DUTY_FROM_KOBO - 1n]
  })
  return candidates.reduce((most, each) => (each > most && fits(each) ? each : most), 0n)
}

function feeKobo(amountKobo: bigint, bands: FeeBands): bigint {
  const band = bands.find(({ upToKobo }) => amountKobo <= BigInt(upToKobo)) ?? bands.at(-1)
  return BigInt(band?.feeKobo ?? 0n)
}
