import { Eye, EyeOff } from 'lucide-react'
import { formatNaira } from '#contract/money.ts'
import type { Wallet } from '#contract/wallet.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { Link } from '#web/lib/routing.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { AddMoneyIcon, BillsIcon, type Duotone, SendIcon } from '#web/ui/duotone-icons.tsx'
import { HIDDEN_AMOUNT, hide, useHidden } from '#web/wallet/hidden-amounts.ts'
import { SpentToday } from '#web/wallet/spent-today.tsx'

/** The balance from the ledger, or "—", and the three things to do with it. */
export function BalanceCard({ wallet }: { wallet: Wallet | undefined }) {
  const what = useHidden()
  const hidden = what !== 'nothing'
  const isPractice = useInstallation().data?.mode === 'sandbox'

  return (
    <section aria-label="Balance" className="cloth-hero cloth-adire selvedge md:rounded-sheet forced-colors:border">
      <div className="mx-auto flex max-w-[480px] flex-col px-4 pb-4.5 md:max-w-none md:px-6 md:pt-3 md:pb-5.5">
        <div data-toast-avoid="">
          <div className="flex min-h-12 items-center gap-1">
            <h2 className="font-sans text-small font-medium text-on-card-2">
              {isPractice ? 'Practice balance' : 'Available balance'}
            </h2>
            <button
              type="button"
              aria-label={hidden ? 'Show balance' : 'Hide balance'}
              onClick={() => hide(hidden ? 'nothing' : 'balance')}
              className="grid size-12 place-items-center rounded-control text-on-card-2"
            >
              {hidden ? <EyeOff aria-hidden size={20} /> : <Eye aria-hidden size={20} />}
            </button>
          </div>
          <Balance amountKobo={wallet?.availableKobo} hidden={hidden} />
        </div>
        <OnItsWay heldKobo={wallet?.heldKobo} isHidden={hidden} />
        <SpentToday wallet={wallet} isHidden={hidden} />
        {hidden ? (
          <button
            type="button"
            aria-pressed={what === 'lists'}
            onClick={() => hide(what === 'lists' ? 'balance' : 'lists')}
            className="mt-1 min-h-12 self-start rounded-control text-left text-small font-semibold underline"
          >
            {what === 'lists' ? 'Show amounts in lists' : 'Hide amounts in lists too'}
          </button>
        ) : null}
        <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(min(5.5rem,100%),1fr))] gap-2.5 md:gap-3">
          <Act to="/fund" label="Add money" icon={AddMoneyIcon} look="bg-accent text-on-accent [--m:#7c4d00]" />
          <Act to="/withdraw" label="Send" icon={SendIcon} look="bg-card-well [--m:#9aa1ff]" />
          <Act to="/bills" label="Bills" icon={BillsIcon} look="bg-card-well [--m:#6f77e6]" />
        </div>
      </div>
    </section>
  )
}

type ActProps = { to: string; label: string; icon: Duotone; look: string }

function Act({ to, label, icon: Icon, look }: ActProps) {
  return (
    <Link
      to={to}
      className={`flex min-h-17 flex-col items-center justify-center gap-1 rounded-tile px-1 py-2 text-center font-head text-small font-semibold md:min-h-14 md:flex-row md:gap-2 forced-colors:border ${look}`}
    >
      <Icon /> {label}
    </Link>
  )
}

/** Money on hold for pending payments. Not shown when it is zero. */
function OnItsWay({ heldKobo, isHidden }: { heldKobo: string | undefined; isHidden: boolean }) {
  if (heldKobo === undefined || heldKobo === '0') return null
  return (
    <p className="mt-1 text-small text-on-card-2 tabular">
      On its way{' '}
      <span className="font-medium text-on-card">{isHidden ? HIDDEN_AMOUNT : formatNaira(BigInt(heldKobo))}</span>
    </p>
  )
}

function Balance({ amountKobo, hidden }: { amountKobo: string | undefined; hidden: boolean }) {
  return (
    <p className="min-h-[1.05em] font-head text-[clamp(2rem,12.2vw,2.75rem)] leading-[1.05] font-semibold tracking-[-0.01em] wrap-anywhere md:text-[3.25rem]">
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
