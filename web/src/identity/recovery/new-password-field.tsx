import { PASSWORD_MIN_LENGTH } from '#contract/constants.ts'
import { PasswordField } from '#web/identity/sign-in/password-field.tsx'
import { isRefusal } from '#web/lib/api.ts'
import { ErrorNotice } from '#web/ui/error-notice.tsx'

type NewPasswordFieldProps = {
  value: string
  onChange: (password: string) => void
  /** Why the last password was refused; null if none was. */
  error: unknown
}

/** Takes a new password. Its faults show at the field, any other refusal below. */
export function NewPasswordField({ value, onChange, error }: NewPasswordFieldProps) {
  const wrong = isRefusal(error, 'account.password-weak', 'account.password-same')
  return (
    <>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        value={value}
        onChange={onChange}
        hint={`At least ${PASSWORD_MIN_LENGTH} characters. A sentence only you know works well.`}
        error={wrong ? error.message : undefined}
      />
      {wrong ? null : <ErrorNotice error={error} />}
    </>
  )
}
