import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

type PasswordFieldProps = {
  value: string
  onChange: (password: string) => void
  autoComplete: 'new-password' | 'current-password'
  label?: string
  hint?: ReactNode
  error?: string | undefined
}

export function PasswordField({ value, onChange, autoComplete, label = 'Password', hint, error }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      label={label}
      type={shown ? 'text' : 'password'}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      hint={hint}
      error={error}
      trail={
        <Button tone="plain" aria-pressed={shown} aria-label="Show password" onClick={() => setShown(!shown)}>
          {shown ? 'Hide' : 'Show'}
        </Button>
      }
    />
  )
}
