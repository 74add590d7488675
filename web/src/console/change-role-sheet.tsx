import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { DecisionOptions, ListedOperator, RequestMade, RoleChangeBody } from '#contract/console/operators.ts'
import { ROLES, type Role } from '#contract/console/permissions.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field, LabelledField } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { call } from './call.ts'
import { signAndSend } from './sign.ts'
import { Terms } from './terms.tsx'
import { ROLE_NAMES } from './words.ts'

const ROLE_CHANGES = '/api/admin/role-changes'

type ChangeRoleSheetProps = {
  readonly operator: ListedOperator
  readonly onClose: () => void
  readonly onDone: () => void
}

/** What is to change and why; then exactly what is signed, and the passkey. */
export function ChangeRoleSheet({ operator, onClose, onDone }: ChangeRoleSheetProps) {
  const [role, setRole] = useState<Role | null>(null)
  const [reason, setReason] = useState('')
  const review = useMutation({
    mutationFn: async (change: RoleChangeBody) => ({
      change,
      asked: await call<DecisionOptions>('POST', `${ROLE_CHANGES}/options`, change),
    }),
  })
  const send = useMutation({
    mutationFn: async ({ change, asked }: { change: RoleChangeBody; asked: DecisionOptions }) =>
      await signAndSend<RequestMade>(ROLE_CHANGES, asked, change),
    onSuccess: onDone,
    // What was signed is used up: a new try reads the terms anew.
    onError: () => review.reset(),
  })
  const id = useId()
  const others = ROLES.filter((each) => each !== operator.role).map((each) => ({ value: each, name: ROLE_NAMES[each] }))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (role !== null) review.mutate({ operatorId: operator.id, role, reason })
  }

  return (
    <Sheet title={`Change the role of ${operator.name}`} onClose={onClose} busy={send.isPending}>
      {review.data === undefined ? (
        <form onSubmit={submit} className="flex flex-col gap-4 pt-2">
          <p className="text-ink-2">
            {operator.name} has the role {ROLE_NAMES[operator.role]}. Another operator has to confirm the change.
          </p>
          <LabelledField id={id} label="New role">
            <Select id={id} required value={role} options={others} nothing="Choose a role" onChoose={setRole} />
          </LabelledField>
          <Field
            label="Reason"
            required
            minLength={5}
            maxLength={200}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <ErrorNotice error={review.error ?? send.error} />
          <Button type="submit" wide busy={review.isPending && 'One moment…'}>
            Review
          </Button>
        </form>
      ) : (
        <Terms
          terms={review.data.asked.terms}
          error={send.error}
          busy={send.isPending}
          onSign={() => send.mutate(review.data)}
        />
      )}
    </Sheet>
  )
}
