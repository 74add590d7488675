import { useState } from 'react'
import { END_ALL_SESSIONS, type EndAllSessionsBody } from '#contract/acts/end-all-sessions.ts'
import type { RecoveriesAnswer } from '#contract/console/accounts.ts'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { ReasonField } from '#web/console/reason-field.tsx'

type EndAllSheetProps = {
  readonly open: RecoveriesAnswer['openSessions']
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Asks to sign every customer out. */
export function EndAllSheet({ open: { sessions, people }, onClose, onDone }: EndAllSheetProps) {
  const [reason, setReason] = useState('')
  return (
    <ProposeSheet
      title="End everybody’s sessions"
      path={END_ALL_SESSIONS.path}
      body={() => ({ reason }) satisfies EndAllSessionsBody}
      onClose={onClose}
      onDone={onDone}
    >
      <p className="text-ink-2">
        {`Signs every customer out once another operator has confirmed it. Open when you loaded this page: ${sessions} sessions of ${people} customers.`}
      </p>
      <ReasonField reason={reason} onChange={setReason} min={10} max={300} hint="Stored in the record for good." />
    </ProposeSheet>
  )
}
