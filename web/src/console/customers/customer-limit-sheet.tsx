import { useState } from 'react'
import { type CustomerLimitBody, SET_CUSTOMER_LIMIT } from '#contract/acts/set-customer-limit.ts'
import { LIMIT_REASON_MAX_LENGTH, LIMIT_REASON_MIN_LENGTH } from '#contract/console/limits.ts'
import { nairaOf } from '#web/console/naira-of.ts'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { ReasonField } from '#web/console/reason-field.tsx'
import { Field } from '#web/ui/field.tsx'

type CustomerLimitSheetProps = {
  readonly customer: string
  /** The daily limit the new one has to be below, kobo. Null: not known here, because the customer has their own. */
  readonly belowKobo: string | null
  /** Whether the request ends the limit that is set. */
  readonly ends: boolean
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks for a lower daily limit for one customer, or for its end. */
export function CustomerLimitSheet({ customer, belowKobo, ends, onClose, onDone }: CustomerLimitSheetProps) {
  const [daily, setDaily] = useState('')
  const [reason, setReason] = useState('')
  return (
    <ProposeSheet
      title={ends ? 'End the limit' : 'Limit of this customer'}
      path={SET_CUSTOMER_LIMIT.path}
      body={() => ({ customer, daily: ends ? 'none' : daily, reason }) satisfies CustomerLimitBody}
      onClose={onClose}
      onDone={onDone}
    >
      {ends ? null : (
        <Field
          label="Daily limit"
          lead="₦"
          hint={
            belowKobo === null
              ? undefined
              : `Less than ${nairaOf(belowKobo)}, everybody’s limit with this customer’s BPCs.`
          }
          inputMode="numeric"
          required
          maxLength={20}
          value={daily}
          onChange={({ target }) => setDaily(target.value)}
        />
      )}
      <ReasonField
        reason={reason}
        onChange={setReason}
        min={LIMIT_REASON_MIN_LENGTH}
        max={LIMIT_REASON_MAX_LENGTH}
        hint="Stored, and not shown to the customer."
      />
    </ProposeSheet>
  )
}
