import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { PasswordField } from '#web/identity/sign-in/password-field.tsx'
import { isRefusal } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useConfirmPassword } from './confirm-password.ts'

// Fetched only if the account has a passkey or an authenticator app.
const ProofForm = lazy(() => import('./proof-form.tsx'))

type PasswordSheetProps = {
  /** Why it is asked for: "to add a passkey". */
  purpose: string
  onConfirmed: () => void
  onClose: () => void
}

/** Asks for the password in place, for actions that need a fresh sign-in; then for a second proof, if there is one. */
export function PasswordSheet({ purpose, onConfirmed, onClose }: PasswordSheetProps) {
  const email = useMe().data?.user.email ?? ''
  const confirm = useConfirmPassword()
  const [password, setPassword] = useState('')
  const needsProof = isRefusal(confirm.error, 'session.proof-needed')
  const [busy, setBusy] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    confirm.mutate({ password }, { onSuccess: onConfirmed })
  }

  if (needsProof)
    return (
      <Sheet key="proof" title="Confirm it is you" onClose={onClose} busy={busy}>
        <Suspense fallback={<Spinner />}>
          <ProofForm password={password} onBusy={setBusy} onConfirmed={onConfirmed} />
        </Suspense>
      </Sheet>
    )
  return (
    <Sheet title="Enter your password" onClose={onClose} busy={confirm.isPending}>
      <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <p className="text-ink-2">We ask for it {purpose}, because your PIN alone is not enough here.</p>
        {/* Tells a password manager whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField autoComplete="current-password" value={password} onChange={setPassword} />
        <ErrorNotice error={confirm.error} />
        <Button type="submit" wide busy={confirm.isPending && 'Checking…'} disabled={password === ''}>
          Continue
        </Button>
      </form>
    </Sheet>
  )
}
