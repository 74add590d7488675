import type { FormEvent, ReactNode } from 'react'
import { problemText } from '#web/identity/mfa/code-problem.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { fieldErrors } from '#web/ui/form-errors.ts'
import { Notice } from '#web/ui/notice.tsx'

type EmailFormProps = {
  label: string
  /** `username` for the email the person signs in with, `email` for another. */
  autoComplete: 'username' | 'email'
  value: string
  onChange: (email: string) => void
  /** The button's label. */
  action: string
  pending: boolean
  /** Why the last email was refused; null if none was. */
  error: unknown
  onSend: () => void
  /** What is sent there, and what happens to the account. */
  children: ReactNode
}

/** Asks for an email address, and shows at the field why it was refused. */
export function EmailForm({
  label,
  autoComplete,
  value,
  onChange,
  action,
  pending,
  error,
  onSend,
  children,
}: EmailFormProps) {
  const { email: wrongEmail } = fieldErrors(error)
  const problem = wrongEmail === undefined ? problemText(error) : null

  function submit(event: FormEvent) {
    event.preventDefault()
    onSend()
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-2">{children}</p>
      <Field
        label={label}
        name="email"
        type="email"
        required
        autoComplete={autoComplete}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={wrongEmail}
      />
      {problem === null ? null : (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      )}
      <Button type="submit" wide busy={pending && 'Sending…'}>
        {action}
      </Button>
    </form>
  )
}
