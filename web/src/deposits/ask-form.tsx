import { type FormEvent, useState } from 'react'
import { formatPhone } from '#contract/phones.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field } from '#web/ui/field.tsx'
import { fieldErrors } from '#web/ui/form-errors.ts'
import { useAskForAccount } from './get-funding-account.ts'

type AskFormProps = {
  /** The number that is known already. */
  phone: string | null
  button: string
}

/** Asks for the phone number that a bank wants before it issues an account number. */
export function AskForm({ phone: known, button }: AskFormProps) {
  const ask = useAskForAccount()
  const [phone, setPhone] = useState(known === null ? '' : formatPhone(known))
  const error = fieldErrors(ask.error).phone

  function submit(event: FormEvent) {
    event.preventDefault()
    ask.mutate({ phone })
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label="Phone number"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
        hint="A Nigerian mobile number, such as 0803 123 4567."
        error={error}
      />
      {error === undefined ? <ErrorNotice error={ask.error} /> : null}
      <Button type="submit" wide busy={ask.isPending && 'Asking the bank…'}>
        {button}
      </Button>
    </form>
  )
}
