import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { BPC_CODE_KOBO, BPC_PRICE_KOBO, BPC_PROCESSING_KOBO } from '#contract/constants.ts'
import { formatNairaShort } from '#contract/money.ts'
import type { QuoteBodyOf, QuoteOf } from '#contract/orders.ts'
import { formatTime } from '#contract/time.ts'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { MoneyOutNotices } from '#web/identity/freeze/money-out-notices.tsx'
import { messageOf } from '#web/lib/api.ts'
import { useSearchParams } from '#web/lib/routing.tsx'
import { PauseNotices } from '#web/payments/orders/pause-notices.tsx'
import { Refusal } from '#web/payments/orders/refusal.tsx'
import { useFundsArrived } from '#web/payments/orders/use-funds-arrived.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { fieldErrors } from '#web/ui/form-errors.ts'
import { dismissToast, showToast } from '#web/ui/toast.ts'
import { useWallet } from '#web/wallet/get-wallet.ts'
import { HIDDEN_AMOUNT, useIsBalanceHidden } from '#web/wallet/hidden-amounts.ts'
import { checkPurchase, type PurchaseFields } from './check-purchase.ts'
import { RETURN_DAYS } from './return-days.ts'
import { useStartPurchase } from './start-purchase.ts'

type PayWith = QuoteBodyOf<'bpc'>['payWith']
type BuyBpcFormProps = {
  /** From the wallet: the terms to be approved. */
  onQuote: (quote: QuoteOf<'bpc'>) => void
  /** By bank transfer: the purchase that waits for its account number. */
  onOrder: (orderId: string) => void
  /** Shown above the fields, or beside them on a wide screen. */
  children: ReactNode
}

/** Who buys, and how it is paid. No money moves here. */
export function BuyBpcForm({ onQuote, onOrder, children }: BuyBpcFormProps) {
  const [query] = useSearchParams()
  const user = useMe().data?.user
  const [typed, setTyped] = useState<{ fullName?: string; email?: string }>({})
  const [payWith, setPayWith] = useSuggestedWay(query.get('pay') === 'wallet' ? 'wallet' : null)
  const [problems, setProblems] = useState<PurchaseFields>({})
  const start = useStartPurchase()
  const fundsArrived = useFundsArrived(start.error)
  const toastId = useRef(0)
  useEffect(() => () => dismissToast(toastId.current), [])
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(problems).length > 0) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problems])
  const form = { fullName: typed.fullName ?? user?.fullName ?? '', email: typed.email ?? user?.email ?? '', payWith }

  function clear() {
    setProblems({})
    start.reset()
    dismissToast(toastId.current)
  }

  function change(part: { fullName?: string; email?: string }) {
    setTyped({ ...typed, ...part })
    clear()
  }

  function choose(way: PayWith) {
    setPayWith(way)
    clear()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    clear()
    const checked = checkPurchase(form)
    if ('problems' in checked) {
      setProblems(checked.problems)
      toastId.current = showToast(checked.toast, { tone: 'bad' })
      return
    }
    start.mutate(checked.body, {
      onSuccess: ({ quote, order }) => (order === null ? onQuote(quote) : onOrder(order.id)),
      onError: (error) => setProblems(fieldErrors(error)),
    })
  }

  return (
    <form
      ref={element}
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-4 lg:grid lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:items-start lg:gap-x-6"
    >
      {children}
      <div className="flex min-w-0 flex-col gap-3">
        <PauseNotices kind="bpc" />
        <Field
          label="Full Name"
          autoComplete="name"
          value={form.fullName}
          onChange={(event) => change({ fullName: event.target.value })}
          error={problems.fullName}
        />
        <Field
          label="Your Email Address"
          type="email"
          autoComplete="email"
          value={form.email}
          onChange={(event) => change({ email: event.target.value })}
          error={problems.email}
        />
        <fieldset className="flex min-w-0 flex-col gap-2">
          <legend className="pb-1 text-[0.9375rem] font-medium text-ink-2">How you pay</legend>
          <Choice
            label="Bank transfer"
            text="To an account number that is issued for this purchase."
            chosen={payWith === 'transfer'}
            onChoose={() => choose('transfer')}
          />
          <Choice
            label="From your wallet"
            text={<Available />}
            chosen={payWith === 'wallet'}
            onChoose={() => choose('wallet')}
          />
        </fieldset>
        {payWith === 'wallet' ? <MoneyOutNotices /> : null}
        <Price />
        <p className="text-small text-ink-2">
          Your BPC code will be displayed on the app once your payment is confirmed.
        </p>
        {problems.payWith === undefined ? null : <Refusal>{problems.payWith}</Refusal>}
        {Object.keys(problems).length === 0 && !fundsArrived && start.error !== null ? (
          <Refusal>{messageOf(start.error)}</Refusal>
        ) : null}
        <p className="text-small text-ink-2">
          Your free starter BPC (Bill Payment Code) sends and pays at standard prices. You can return a bought one you
          have not used within {RETURN_DAYS} days, and its full price comes back to your wallet.
        </p>
      </div>
      <div className="pay-bar">
        <Button type="submit" wide busy={start.isPending && 'Processing...'}>
          Pay
        </Button>
      </div>
    </form>
  )
}

/**
 * The way to pay: null until the balance is known, then the wallet if it has the money, because that needs no bank app.
 * Once shown, it changes by a tap alone, whatever the balance does.
 */
function useSuggestedWay(first: PayWith | null): [PayWith | null, (way: PayWith) => void] {
  const [way, setWay] = useState(first)
  const { data: wallet, error } = useWallet()
  if (way === null && (wallet !== undefined || error !== null))
    setWay(BigInt(wallet?.availableKobo ?? 0) >= BPC_PRICE_KOBO ? 'wallet' : 'transfer')
  return [way, setWay]
}

/** The price and its two parts. */
function Price() {
  return (
    <dl className="flex flex-col gap-1.5 text-ink-2 tabular">
      <Part label="Code" amountKobo={BPC_CODE_KOBO} />
      <Part label="Processing" amountKobo={BPC_PROCESSING_KOBO} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-2 text-ink">
        <dt className="font-semibold">Amount</dt>
        <dd className="font-head text-h2 font-semibold">{formatNairaShort(BPC_PRICE_KOBO)}</dd>
      </div>
    </dl>
  )
}

function Part({ label, amountKobo }: { label: string; amountKobo: bigint }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt>{label}</dt>
      <dd className="font-head font-semibold text-ink">{formatNairaShort(amountKobo)}</dd>
    </div>
  )
}

type ChoiceProps = { label: string; text: React.ReactNode; chosen: boolean; onChoose: () => void }

function Choice({ label, text, chosen, onChoose }: ChoiceProps) {
  return (
    <label className="box flex min-h-14 cursor-pointer items-center gap-3 rounded-control bg-surface px-3.5 py-2 has-checked:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)">
      <input
        type="radio"
        name="payWith"
        checked={chosen}
        onChange={onChoose}
        className="size-5 shrink-0 accent-(--brand) outline-none"
      />
      <span className="min-w-0">
        <span className="block font-head font-semibold">{label}</span>
        <span className="block text-small text-ink-2">{text}</span>
      </span>
    </label>
  )
}

function Available() {
  const { data: wallet, isOld } = useWallet()
  const isHidden = useIsBalanceHidden()
  if (wallet === undefined) return <>Available: —</>
  const available = BigInt(wallet.availableKobo)
  return (
    <>
      Available: <span className="tabular">{isHidden ? HIDDEN_AMOUNT : formatNairaShort(available)}</span>
      {isOld ? ` (at ${formatTime(wallet.at)})` : null}
      {available < BPC_PRICE_KOBO ? '. That is less than the price.' : null}
    </>
  )
}
