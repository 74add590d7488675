import { useState } from 'react'
import type { SessionsEnded } from '#contract/console/accounts.ts'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { ReasonField } from '#web/console/reason-field.tsx'
import { Field } from '#web/ui/field.tsx'

type EndSessionsSheetProps = {
  /** The owner of the sessions; if absent, the operator types it. */
  readonly customerId?: string
  readonly onClose: () => void
  readonly onDone: (sentence: string) => void
}

/** Signs one person out everywhere. */
export function EndSessionsSheet({ customerId, onClose, onDone }: EndSessionsSheetProps) {
  const [whose, setWhose] = useState(customerId ?? '')
  const [reason, setReason] = useState('')
  return (
    <ProposeSheet<SessionsEnded>
      title="End sessions"
      path="/api/admin/sessions/end"
      body={() => ({ whose, reason })}
      onClose={onClose}
      onDone={({ sessions }) => onDone(sayEnded(sessions))}
    >
      {customerId === undefined ? (
        <Field
          label="Email or id of the customer"
          autoComplete="off"
          required
          value={whose}
          onChange={({ target }) => setWhose(target.value)}
        />
      ) : null}
      <ReasonField reason={reason} onChange={setReason} min={10} max={300} hint="Stored in the record for good." />
    </ProposeSheet>
  )
}

function sayEnded(sessions: number): string {
  if (sessions === 0) return 'No session was open.'
  return `${sessions === 1 ? 'One session was' : `${sessions} sessions were`} ended. The owner gets an email.`
}
