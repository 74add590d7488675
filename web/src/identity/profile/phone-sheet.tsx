import { type FormEvent, useState } from 'react'
import { formatPhone } from '#contract/phones.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field } from '#web/ui/field.tsx'
import { fieldErrors } from '#web/ui/form-errors.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useChangePhone } from './change-phone.ts'

export function PhoneSheet({ phone: known, onClose }: { phone: string | null; onClose: () => void }) {
  const change = useChangePhone()
  const [phone, setPhone] = useState(known === null ? '' : formatPhone(known))
  const error = fieldErrors(change.error).phone

  function submit(event: FormEvent) {
    event.preventDefault()
    change.mutate(
      { phone },
      {
        onSuccess: (me) => {
          onClose()
          if (me.phone !== null)
            showToast('Profile updated', { tone: 'good', text: `Your phone number is now ${formatPhone(me.phone)}.` })
        },
      },
    )
  }

  return (
    <Sheet
      title={known === null ? 'Add phone number' : 'Change phone number'}
      onClose={onClose}
      busy={change.isPending}
    >
      <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <Field
          label="Phone number"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          value={phone}
          onChange={(event) => setPhone(event.target.value)}
          hint="The bank needs it to issue your account number. An account number you already have does not change. SMS alerts use their own number."
          error={error}
        />
        {error === undefined ? <ErrorNotice error={change.error} /> : null}
        <Button type="submit" wide busy={change.isPending && 'Saving…'}>
          Save
        </Button>
      </form>
    </Sheet>
  )
}
