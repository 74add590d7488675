import { useState } from 'react'
import { UNFREEZE_CUSTOMER, type UnfreezeCustomerBody } from '#contract/acts/unfreeze-customer.ts'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { ReasonField } from '#web/console/reason-field.tsx'

type UnfreezeSheetProps = {
  readonly customerId: string
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks to lift a freeze by our team. */
export function UnfreezeSheet({ customerId: whose, onClose, onDone }: UnfreezeSheetProps) {
  const [reason, setReason] = useState('')
  return (
    <ProposeSheet
      title="Lift the freeze"
      path={UNFREEZE_CUSTOMER.path}
      body={() => ({ whose, reason }) satisfies UnfreezeCustomerBody}
      onClose={onClose}
      onDone={onDone}
    >
      <p className="text-ink-2">
        Risk or a manager confirms it. What the owner froze themselves stays, and the customer gets an email.
      </p>
      <ReasonField reason={reason} onChange={setReason} hint="The operator who confirms it reads it." />
    </ProposeSheet>
  )
}
