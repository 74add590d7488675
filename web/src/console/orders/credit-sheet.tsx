import { useState } from 'react'
import { CREDIT_DEPOSIT } from '#contract/acts/credit-deposit.ts'
import { CREDIT_PROOF_MAX_LENGTH, CREDIT_PROOF_MIN_LENGTH } from '#contract/console/limits.ts'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

type CreditSheetProps = {
  readonly deposit: string
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks for a deposit's owner and the proof. Another operator sees the postings and confirms. */
export function CreditSheet({ deposit, onClose, onDone }: CreditSheetProps) {
  const [customer, setCustomer] = useState('')
  const [proof, setProof] = useState('')
  return (
    <ProposeSheet
      title="Credit it to a customer"
      path={CREDIT_DEPOSIT.path}
      body={() => ({ deposit, customer: customer.trim(), proof })}
      onClose={onClose}
      onDone={onDone}
    >
      <Field
        label="Id of the customer"
        hint="It is on their screen: find them under Search."
        required
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        value={customer}
        onChange={({ target }) => setCustomer(target.value)}
      />
      <TextArea
        label="Proof that it is theirs"
        required
        minLength={CREDIT_PROOF_MIN_LENGTH}
        maxLength={CREDIT_PROOF_MAX_LENGTH}
        value={proof}
        onChange={({ target }) => setProof(target.value)}
      />
    </ProposeSheet>
  )
}
