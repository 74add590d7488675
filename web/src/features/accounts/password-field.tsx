import { type ReactNode, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'

type PasswordFieldProps = {
  value: string
  onChange: (password: string) => void
  autoComplete: 'new-password' | 'current-password'
  hint?: ReactNode
  error?: string | undefined
}

export function PasswordField({ value, onChange, autoComplete, hint, error }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field
      label="Password"
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
