import { useState } from 'react'
import { REVOKE_OPERATOR } from '#contract/acts/revoke-operator.ts'
import type { ListedOperator } from '#contract/console/operators.ts'
import { ProposeSheet, REQUEST_STORED } from '#web/console/propose-sheet.tsx'
import { ReasonField } from '#web/console/reason-field.tsx'

type RevokeOperatorSheetProps = {
  readonly operator: ListedOperator
  readonly onClose: () => void
  readonly onDone: (sentence: string) => void
}

/** Asks to revoke an operator, with a reason. */
export function RevokeOperatorSheet({ operator, onClose, onDone }: RevokeOperatorSheetProps) {
  const [reason, setReason] = useState('')
  return (
    <ProposeSheet
      title={`Revoke ${operator.name}`}
      path={REVOKE_OPERATOR.path}
      body={() => ({ operatorId: operator.id, reason })}
      onClose={onClose}
      onDone={() => onDone(REQUEST_STORED)}
    >
      <p className="text-ink-2">
        Once another operator confirms, every session of {operator.name} ends for good, and the name stays taken.
      </p>
      <ReasonField reason={reason} onChange={setReason} />
    </ProposeSheet>
  )
}
