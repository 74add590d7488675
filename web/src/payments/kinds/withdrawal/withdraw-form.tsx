import { WITHDRAWAL_MAX_KOBO, WITHDRAWAL_MIN_KOBO } from '#contract/constants.ts'
import type { Quote } from '#contract/orders.ts'
import { hasTexts, isText } from '#web/identity/sessions/use-draft.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { BankField } from '#web/payments/banks/bank-field.tsx'
import { SavedRecipients } from '#web/payments/beneficiaries/saved-recipients.tsx'
import { BpcCodeField } from '#web/payments/orders/bpc-code-field.tsx'
import { QuoteForm } from '#web/payments/orders/quote-form.tsx'
import { Refusal } from '#web/payments/orders/refusal.tsx'
import { useTransferLimit } from '#web/payments/orders/use-limit-text.ts'
import { useQuoteForm } from '#web/payments/orders/use-quote-form.ts'
import { Button } from '#web/ui/button.tsx'
import { NairaField } from '#web/ui/naira-field.tsx'
import { AvailableBalance } from '#web/wallet/available-balance.tsx'
import { useHoldsBpc } from '#web/wallet/get-wallet.ts'
import { AccountName, useAccountName } from './account-name.tsx'
import { AccountNumberField } from './account-number-field.tsx'
import { checkWithdrawal, fieldsOfRefusal, type WithdrawalForm } from './check-withdrawal.ts'

const USUAL_NAIRA = [1_000, 2_000, 5_000, 10_000]
const EMPTY: WithdrawalForm = { accountNumber: '', bank: null, amount: '', bpcCode: null }
const DRAFT = {
  name: 'withdrawal',
  kept: { accountNumber: isText, bank: hasTexts('code', 'name'), amount: isText },
} as const

/** Asks for the terms of a transfer. No money moves here. */
export function WithdrawForm({ onQuote }: { onQuote: (quote: Quote) => void }) {
  const { element, form, change, submit, problems, asking, refusalOf } = useQuoteForm({
    empty: EMPTY,
    draft: DRAFT,
    fieldsOfRefusal,
    onQuote,
  })
  const name = useAccountName(form)
  const refusal = refusalOf(name)
  const bpcCode = form.bpcCode ?? ''
  const limit = useTransferLimit({ minKobo: WITHDRAWAL_MIN_KOBO, maxKobo: WITHDRAWAL_MAX_KOBO, bpcCode })
  const applies = useFeeText()

  return (
    <QuoteForm kind="withdrawal" element={element} onSubmit={() => submit(checkWithdrawal({ ...form, bpcCode }, name))}>
      <h2 className="text-h2">Bank Details</h2>
      <SavedRecipients
        kind="bank"
        onPick={({ details: { accountNumber, bankCode, bankName } }) =>
          // The bank list and the server decide whether it is open.
          change({ accountNumber, bank: { code: bankCode, name: bankName, open: true } })
        }
      />
      <AccountNumberField
        number={form.accountNumber}
        onChange={(accountNumber) => change({ accountNumber })}
        error={problems.accountNumber}
      />
      <BankField chosen={form.bank} onChoose={(bank) => change({ bank })} error={problems.bank} />
      <AccountName name={name} />
      <NairaField
        label="Amount"
        value={form.amount}
        onChange={(amount) => change({ amount })}
        aside={<AvailableBalance />}
        hint={limit}
        error={problems.amount}
        usual={{ naira: USUAL_NAIRA, onChoose: (amount) => change({ amount }) }}
      />
      <BpcCodeField
        code={bpcCode}
        onChange={(text) => change({ bpcCode: text })}
        applies={applies}
        error={problems.bpcCode}
      />
      {refusal === null ? null : <Refusal>{refusal}</Refusal>}
      <div className="form-foot">
        <Button type="submit" wide busy={asking && 'Processing...'}>
          Submit
        </Button>
      </div>
    </QuoteForm>
  )
}

/** Which fee applies while no code is typed; the review says how much it is. */
function useFeeText(): string {
  const bands = useInstallation().data?.prices.transferFees.bpc
  if (!useHoldsBpc()) return 'Standard price'
  return bands?.every(({ feeKobo }) => feeKobo === '0') ? 'No fee with your BPC' : 'The fee with your BPC'
}
