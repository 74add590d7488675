import { NEW_LIMIT_KOBO, NEW_LIMIT_MS } from '#contract/constants.ts'
import { formatNaira } from '#contract/money.ts'
import { formatMoment } from '#contract/time.ts'
import { useWallet } from './get-wallet.ts'

const HOURS = NEW_LIMIT_MS / 3_600_000

/** How much may still go out while an account or a device is new. Empty afterwards. */
export function NewLimit() {
  const limit = useWallet().data?.newLimit ?? null
  if (limit === null) return null
  return (
    <p className="text-small text-ink-2 tabular">
      For {HOURS} hours after a new account, device, PIN or password, {formatNaira(NEW_LIMIT_KOBO)} can leave your
      wallet. You have {formatNaira(BigInt(limit.leftKobo))} left until {formatMoment(limit.until)}.
    </p>
  )
}
