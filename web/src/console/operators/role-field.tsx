import { useId } from 'react'
import { ROLES, type Role } from '#contract/console/roles.ts'
import { ROLE_NAMES } from '#web/console/words.ts'
import { LabelledField } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

type RoleFieldProps = {
  readonly label: string
  readonly role: Role | null
  readonly onChoose: (role: Role | null) => void
  readonly roles?: readonly Role[]
}

/** The choice of an operator's role. */
export function RoleField({ label, role, onChoose, roles = ROLES }: RoleFieldProps) {
  const id = useId()
  const options = roles.map((each) => ({ value: each, name: ROLE_NAMES[each] }))
  return (
    <LabelledField id={id} label={label}>
      <Select id={id} required value={role} options={options} nothing="Choose a role" onChoose={onChoose} />
    </LabelledField>
  )
}
