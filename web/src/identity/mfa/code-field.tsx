import { AUTHENTICATOR_DIGITS, MAIL_CODE_DIGITS } from '#contract/constants.ts'
import { Field } from '#web/ui/field.tsx'

/** Where a code comes from. */
export type CodeKind = 'authenticator' | 'email' | 'recovery-code'

const KINDS = {
  authenticator: {
    label: 'Code from your authenticator app',
    hint: `The ${AUTHENTICATOR_DIGITS} digits your app shows now`,
  },
  email: { label: 'Code from the email', hint: `${MAIL_CODE_DIGITS} digits` },
  'recovery-code': { label: 'Recovery code', hint: 'One of the codes you saved. Each works once.' },
} as const

type CodeFieldProps = {
  kind: CodeKind
  value: string
  onChange: (code: string) => void
  error?: string | undefined
}

/** A one-time code, typed, pasted or filled in by the phone. The server ignores spaces and hyphens. */
export function CodeField({ kind, value, onChange, error }: CodeFieldProps) {
  const { label, hint } = KINDS[kind]
  const isDigits = kind !== 'recovery-code'
  return (
    <Field
      label={label}
      required
      inputMode={isDigits ? 'numeric' : 'text'}
      autoComplete={isDigits ? 'one-time-code' : 'off'}
      autoCapitalize={isDigits ? 'none' : 'characters'}
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint={hint}
      error={error}
    />
  )
}
