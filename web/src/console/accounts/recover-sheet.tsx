import { useState } from 'react'
import { RECOVER_ACCOUNT } from '#contract/acts/recover-account.ts'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'

/** The account, the new mailbox, and how the operator knows who the person is. */
export function RecoverSheet({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const [email, setEmail] = useState('')
  const [newEmail, setNewEmail] = useState('')
  const [reason, setReason] = useState('')
  return (
    <ProposeSheet
      title="Recover an account"
      path={RECOVER_ACCOUNT.path}
      body={() => ({ email, newEmail, reason })}
      onClose={onClose}
      onDone={onDone}
    >
      <Field
        label="Email of the account"
        type="email"
        autoComplete="off"
        required
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Field
        label="New email"
        type="email"
        autoComplete="off"
        required
        value={newEmail}
        onChange={({ target }) => setNewEmail(target.value)}
      />
      <TextArea
        label="How you know who it is"
        required
        minLength={10}
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </ProposeSheet>
  )
}
