import { useState } from 'react'
import { ADD_OPERATOR } from '#contract/acts/add-operator.ts'
import type { OperatorAsked } from '#contract/console/operators.ts'
import type { Role } from '#contract/console/roles.ts'
import { ProposeSheet, REQUEST_STORED } from '#web/console/propose-sheet.tsx'
import { Field } from '#web/ui/field.tsx'
import { NewPassphraseFields } from './new-passphrase-fields.tsx'
import { RoleField } from './role-field.tsx'

type AddOperatorSheetProps = {
  /** The address of the sandbox's emails, in practice mode. */
  readonly practiceEmails: string | null
  readonly onClose: () => void
  readonly onDone: (sentence: string) => void
}

/** Proposes an operator, who types their own passphrase here, as in a terminal. */
export function AddOperatorSheet({ practiceEmails, onClose, onDone }: AddOperatorSheetProps) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role | null>(null)
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  return (
    <ProposeSheet<OperatorAsked>
      title="Propose an operator"
      path={ADD_OPERATOR.path}
      body={() => ({ name, role, passphrase })}
      blocked={again !== passphrase}
      onClose={onClose}
      onDone={({ requestId }) => onDone(requestId === null ? `${name} is an operator now.` : REQUEST_STORED)}
    >
      <p className="text-ink-2">
        The new operator types their own passphrase, which nobody else sees.{' '}
        {practiceEmails === null
          ? 'With it they make the link for their passkey, in a terminal on the server.'
          : 'In practice mode the link for their passkey is among the sandbox’s emails, once they are an operator.'}
      </p>
      <Field
        label="Name of the new operator"
        autoComplete="off"
        required
        minLength={2}
        maxLength={80}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <RoleField label="Role" role={role} onChoose={setRole} />
      <NewPassphraseFields
        label="Their passphrase"
        passphrase={passphrase}
        again={again}
        onChange={setPassphrase}
        onAgain={setAgain}
      />
    </ProposeSheet>
  )
}
