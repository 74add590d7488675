import { useId, useState } from 'react'
import type { OperatorAsked } from '#contract/console/operators.ts'
import { ROLES, type Role } from '#contract/console/permissions.ts'
import { ProposeSheet, REQUEST_STORED } from '#web/console/propose-sheet.tsx'
import { ROLE_NAMES } from '#web/console/words.ts'
import { Field, LabelledField } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

type AddOperatorSheetProps = { readonly onClose: () => void; readonly onDone: (sentence: string) => void }

const OPTIONS = ROLES.map((role) => ({ value: role, name: ROLE_NAMES[role] }))

/** Who is to be an operator. They sit here and type their own passphrase, as in a terminal. */
export function AddOperatorSheet({ onClose, onDone }: AddOperatorSheetProps) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role | null>(null)
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const id = useId()
  const differs = again !== '' && again !== passphrase
  return (
    <ProposeSheet<OperatorAsked>
      title="Propose an operator"
      path="/api/admin/operators"
      body={() => ({ name, role, passphrase })}
      blocked={again !== passphrase}
      onClose={onClose}
      onDone={({ requestId }) => onDone(requestId === null ? `${name} is an operator now.` : REQUEST_STORED)}
    >
      <p className="text-ink-2">
        The new operator types a passphrase of their own, which nobody else sees. In the terminal they make the link
        that enrols their passkey with it.
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
      <LabelledField id={id} label="Role">
        <Select id={id} required value={role} options={OPTIONS} nothing="Choose a role" onChoose={setRole} />
      </LabelledField>
      <Field
        label="Their passphrase"
        type="password"
        autoComplete="new-password"
        required
        minLength={15}
        maxLength={128}
        hint="15 characters or more, and none that people guess first."
        value={passphrase}
        onChange={({ target }) => setPassphrase(target.value)}
      />
      <Field
        label="The same passphrase again"
        type="password"
        autoComplete="new-password"
        required
        maxLength={128}
        error={differs ? 'The two passphrases differ.' : undefined}
        value={again}
        onChange={({ target }) => setAgain(target.value)}
      />
    </ProposeSheet>
  )
}
