import { formatNairaShort, percentOf } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Wallet } from '#contract/wallet.ts'
import { HIDDEN_AMOUNT } from './hidden-amounts.ts'

/** What went out today against the daily limit, as words and as a bar. */
export function SpentToday({ wallet, isHidden }: { wallet: Wallet | undefined; isHidden: boolean }) {
  const percent =
    wallet === undefined || isHidden ? 0 : percentOf(BigInt(wallet.spentTodayKobo), BigInt(wallet.dailyLimitKobo))
  return (
    <div className="mt-2 flex flex-col gap-1.5 text-small text-on-card-2 tabular">
      <p>
        Daily spend target{' '}
        <span className="font-head font-semibold text-on-card">
          {wallet === undefined ? '—' : isHidden ? HIDDEN_AMOUNT : formatNairaShort(BigInt(wallet.spentTodayKobo))}
        </span>
        {wallet === undefined ? null : (
          <>
            {' '}
            of{' '}
            <span className="font-head font-semibold text-on-card">
              {formatNairaShort(BigInt(wallet.dailyLimitKobo))}
            </span>
          </>
        )}
      </p>
      <div aria-hidden className="h-2 overflow-hidden rounded-full bg-card-track forced-colors:border">
        {/* A page that the server drew may carry no inline style, so its bar would be full. */}
        {wallet === undefined ? null : (
          <div className="h-full bg-accent forced-colors:bg-[Highlight]" style={{ width: `${percent}%` }} />
        )}
      </div>
      <p className="text-caption">
        {wallet === undefined ? '\u00a0' : `Resets at ${formatTime(wallet.resetsAt)}, Lagos time`}
      </p>
      {wallet?.ownLimit ? <p className="text-caption">{wallet.ownLimit}</p> : null}
    </div>
  )
}
