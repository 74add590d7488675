import { useState } from 'react'
import { CHANGE_ROLE } from '#contract/acts/change-role.ts'
import type { ListedOperator } from '#contract/console/operators.ts'
import { ROLES, type Role } from '#contract/console/roles.ts'
import { RoleField } from './operators/role-field.tsx'
import { ProposeSheet } from './propose-sheet.tsx'
import { ReasonField } from './reason-field.tsx'
import { ROLE_NAMES } from './words.ts'

type ChangeRoleSheetProps = {
  readonly operator: ListedOperator
  readonly onClose: () => void
  readonly onDone: () => void
}

/** The new role and the reason; then the exact text to sign, and the passkey. */
export function ChangeRoleSheet({ operator, onClose, onDone }: ChangeRoleSheetProps) {
  const [role, setRole] = useState<Role | null>(null)
  const [reason, setReason] = useState('')
  return (
    <ProposeSheet
      title={`Change the role of ${operator.name}`}
      path={CHANGE_ROLE.path}
      body={() => ({ operatorId: operator.id, role, reason })}
      blocked={role === null}
      onClose={onClose}
      onDone={onDone}
    >
      <p className="text-ink-2">
        {operator.name} has the role {ROLE_NAMES[operator.role]}. Another operator has to confirm the change.
      </p>
      <RoleField
        label="New role"
        role={role}
        onChoose={setRole}
        roles={ROLES.filter((each) => each !== operator.role)}
      />
      <ReasonField reason={reason} onChange={setReason} />
    </ProposeSheet>
  )
}
