import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ACCOUNT_NUMBER_DIGITS, WITHDRAWAL_MAX_KOBO, WITHDRAWAL_MIN_KOBO } from '#contract/constants.ts'
import { formatNaira, formatNairaShort } from '#contract/money.ts'
import type { Quote } from '#contract/orders.ts'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { dismissToast, showToast } from '../../components/ui/toast.ts'
import { messageOf } from '../../lib/api.ts'
import { formatTime } from '../../lib/format.ts'
import { BankField } from '../banks/bank-field.tsx'
import { useBestBpc } from '../bpc/get-bpc.ts'
import { useWallet } from '../wallet/get-wallet.ts'
import { AccountName, useAccountName } from './account-name.tsx'
import { checkWithdrawal, fieldsOfRefusal, type WithdrawalFields, type WithdrawalForm } from './check-withdrawal.ts'
import { useCreateQuote } from './create-quote.ts'

const EMPTY: WithdrawalForm = { accountNumber: '', bank: null, amount: '', bpcCode: null }

/** Asks for the terms of a transfer. No money moves here. */
export function WithdrawForm({ onQuote }: { onQuote: (quote: Quote) => void }) {
  const [form, setForm] = useState(EMPTY)
  const [problems, setProblems] = useState<WithdrawalFields>({})
  const toastId = useRef(0)
  useEffect(() => () => dismissToast(toastId.current), [])
  const createQuote = useCreateQuote()
  const bestBpc = useBestBpc().data ?? null
  const name = useAccountName(form)
  const bpcCode = form.bpcCode ?? bestBpc ?? ''

  function change(part: Partial<WithdrawalForm>) {
    setForm({ ...form, ...part })
    setProblems({})
    createQuote.reset()
    dismissToast(toastId.current)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const checked = checkWithdrawal({ ...form, bpcCode }, name)
    if ('problems' in checked) return complain(checked.problems, checked.toast)
    dismissToast(toastId.current)
    createQuote.mutate(checked.body, {
      onSuccess: onQuote,
      onError: (error) => complain(fieldsOfRefusal(error), messageOf(error)),
    })
  }

  function complain(fields: WithdrawalFields, sentence: string) {
    setProblems(fields)
    toastId.current = showToast(sentence, { tone: 'bad' })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <h2 className="text-h2">Bank Details</h2>
      <Field
        label="Account Number"
        inputMode="numeric"
        autoComplete="off"
        maxLength={ACCOUNT_NUMBER_DIGITS + 2}
        value={form.accountNumber}
        onChange={(event) => change({ accountNumber: digitsOf(event.target.value) })}
        hint={`${ACCOUNT_NUMBER_DIGITS} digits`}
        error={problems.accountNumber}
      />
      <BankField chosen={form.bank} onChoose={(bank) => change({ bank })} error={problems.bank} />
      <AccountName name={name} />
      <Field
        label="Amount"
        lead="₦"
        inputMode="decimal"
        autoComplete="off"
        value={form.amount}
        onChange={(event) => change({ amount: event.target.value })}
        hint={`${formatNairaShort(WITHDRAWAL_MIN_KOBO)} to ${formatNairaShort(WITHDRAWAL_MAX_KOBO)}. The fee is shown before you agree.`}
        error={problems.amount}
      />
      <Field
        label="BPC CODE"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={bpcCode}
        onChange={(event) => change({ bpcCode: event.target.value })}
        hint={bestBpc === null ? 'Optional' : 'Optional. Filled with your best code.'}
        error={problems.bpcCode}
      />
      <AvailableBalance />
      {createQuote.isError && Object.keys(problems).length === 0 ? (
        <Notice tone="bad" role="alert">
          {messageOf(createQuote.error)}
        </Notice>
      ) : null}
      <Button type="submit" wide busy={createQuote.isPending && 'Processing...'}>
        Submit
      </Button>
    </form>
  )
}

function AvailableBalance() {
  const { data: wallet, isError } = useWallet()
  return (
    <p className="flex flex-wrap justify-between gap-x-3 text-small text-ink-2">
      Available Balance
      <span className="font-semibold text-ink tabular">
        {wallet === undefined ? '—' : formatNaira(BigInt(wallet.availableKobo))}
        {isError && wallet !== undefined ? ` (at ${formatTime(wallet.at)})` : null}
      </span>
    </p>
  )
}

/** People paste account numbers with spaces and dashes. */
function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, ACCOUNT_NUMBER_DIGITS)
}
