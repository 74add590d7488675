import { type FormEvent, useState } from 'react'
import type { Me } from '#contract/accounts.ts'
import { NAME_CHANGE_WAIT_MS } from '#contract/constants.ts'
import { DAY_MS, formatMoment } from '#contract/time.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field } from '#web/ui/field.tsx'
import { fieldErrors } from '#web/ui/form-errors.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useChangeName } from './change-name.ts'

const WAIT_DAYS = NAME_CHANGE_WAIT_MS / DAY_MS

export function NameSheet({ me, onClose }: { me: Me; onClose: () => void }) {
  const change = useChangeName()
  return (
    <Sheet title="Change full name" onClose={onClose} busy={change.isPending}>
      {me.nameChangeableAt === null || change.isPending ? (
        <NameForm name={me.user.fullName} change={change} onDone={onClose} />
      ) : (
        <div className="flex flex-col gap-4 pt-1">
          <p className="text-ink-2">
            You can change your name once in {WAIT_DAYS} days. You can change it again on{' '}
            <span className="font-semibold text-ink">{formatMoment(me.nameChangeableAt)}</span>, Lagos time.
          </p>
          <Button tone="quiet" wide onClick={onClose}>
            Ok
          </Button>
        </div>
      )}
    </Sheet>
  )
}

type NameFormProps = { name: string; change: ReturnType<typeof useChangeName>; onDone: () => void }

function NameForm({ name, change, onDone }: NameFormProps) {
  const [fullName, setFullName] = useState(name)
  const error = fieldErrors(change.error).fullName

  function submit(event: FormEvent) {
    event.preventDefault()
    change.mutate(
      { fullName },
      {
        onSuccess: ({ user }) => {
          onDone()
          showToast('Profile updated', { tone: 'good', text: `Your name is now ${user.fullName}.` })
        },
      },
    )
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
      <Field
        label="Full name"
        name="fullName"
        required
        autoComplete="name"
        value={fullName}
        onChange={(event) => setFullName(event.target.value)}
        hint={`Use the name on your bank account. You can change it once in ${WAIT_DAYS} days. Your account number keeps the name it has now.`}
        error={error}
      />
      {error === undefined ? <ErrorNotice error={change.error} /> : null}
      <Button type="submit" wide busy={change.isPending && 'Saving…'}>
        Save
      </Button>
    </form>
  )
}
