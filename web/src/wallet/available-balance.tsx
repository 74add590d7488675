import { formatNairaShort } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { useWallet } from './get-wallet.ts'
import { HIDDEN_AMOUNT, useIsBalanceHidden } from './hidden-amounts.ts'

/** What can be spent, with its age when it could not be read again. */
export function AvailableBalance() {
  const { data: wallet, isOld } = useWallet()
  const isHidden = useIsBalanceHidden()
  return (
    <p className="flex flex-wrap justify-between gap-x-3 text-small text-ink-2">
      Available Balance
      <span className="font-semibold text-ink tabular">
        {wallet === undefined ? '—' : isHidden ? HIDDEN_AMOUNT : formatNairaShort(BigInt(wallet.availableKobo))}
        {isOld && wallet !== undefined ? ` (at ${formatTime(wallet.at)})` : null}
      </span>
    </p>
  )
}
