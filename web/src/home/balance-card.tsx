import { Eye, EyeOff } from 'lucide-react'
import { formatNaira } from '#contract/money.ts'
import type { Wallet } from '#contract/wallet.ts'
import { Amount } from '#web/ui/amount.tsx'
import { HIDDEN_AMOUNT, hide, useHidden } from '#web/wallet/hidden-amounts.ts'
import { SpentToday } from '#web/wallet/spent-today.tsx'
import { Cloth } from './cloth.tsx'

/** The one expressive surface: a piece of cloth that says exactly what the ledger says, or "—". */
export function BalanceCard({ wallet }: { wallet: Wallet | undefined }) {
  const what = useHidden()
  const hidden = what !== 'nothing'

  return (
    <section aria-label="Balance" className="@container rounded-card bg-card text-on-card forced-colors:border">
      {/* A container query counts in the text's own size, so larger text also makes the card "narrow". */}
      <div className="flex overflow-hidden rounded-card">
        <div className="flex max-w-full min-w-0 flex-[1_0_auto] flex-col gap-2 px-4 pt-1.5 pb-3">
          <div data-toast-avoid="">
            <div className="flex min-h-12 items-center gap-1">
              <h2 className="font-sans text-small font-medium text-on-card-2">Available balance</h2>
              <button
                type="button"
                aria-label={hidden ? 'Show balance' : 'Hide balance'}
                onClick={() => hide(hidden ? 'nothing' : 'balance')}
                className="focus-on-card grid size-12 place-items-center rounded-control text-on-card-2"
              >
                {hidden ? <EyeOff aria-hidden size={20} /> : <Eye aria-hidden size={20} />}
              </button>
            </div>
            <Balance amountKobo={wallet?.availableKobo} hidden={hidden} />
          </div>
          <p className="text-small text-on-card-2 tabular">
            On its way{' '}
            <span className="font-medium text-on-card">
              {wallet === undefined ? '—' : hidden ? HIDDEN_AMOUNT : formatNaira(BigInt(wallet.heldKobo))}
            </span>
          </p>
          <SpentToday wallet={wallet} isHidden={hidden} />
          {hidden ? (
            <button
              type="button"
              aria-pressed={what === 'lists'}
              onClick={() => hide(what === 'lists' ? 'balance' : 'lists')}
              className="focus-on-card min-h-12 self-start rounded-control text-left text-small font-semibold text-on-card underline"
            >
              {what === 'lists' ? 'Show amounts in lists' : 'Hide amounts in lists too'}
            </button>
          ) : null}
        </div>
        <Cloth />
      </div>
    </section>
  )
}

function Balance({ amountKobo, hidden }: { amountKobo: string | undefined; hidden: boolean }) {
  return (
    <p className="min-h-[2.6rem] font-head text-[min(2.25rem,12cqi)] leading-[1.15] font-semibold wrap-anywhere">
      {amountKobo === undefined ? (
        <>
          <span aria-hidden>—</span>
          <span className="sr-only">Balance not known yet</span>
        </>
      ) : hidden ? (
        <>
          <span aria-hidden>{HIDDEN_AMOUNT}</span>
          <span className="sr-only">Balance hidden</span>
        </>
      ) : (
        <Amount amountKobo={amountKobo} />
      )}
    </p>
  )
}
