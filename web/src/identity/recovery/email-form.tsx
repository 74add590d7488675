import type { FormEvent, ReactNode } from 'react'
import { problemText } from '#web/identity/mfa/code-problem.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { fieldErrors } from '#web/ui/form-errors.ts'
import { Notice } from '#web/ui/notice.tsx'

type EmailFormProps = {
  label: string
  /** Whether it is the one the person signs in with, or another. */
  autoComplete: 'username' | 'email'
  value: string
  onChange: (email: string) => void
  /** What sending does. */
  action: string
  pending: boolean
  /** Why the last one was refused; null while none was. */
  error: unknown
  onSend: () => void
  /** What is sent there, and what happens to the account. */
  children: ReactNode
}

/** Asks where an email goes, and says at the field when that cannot be. */
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
