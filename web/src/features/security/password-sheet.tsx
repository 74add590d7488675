import { type FormEvent, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Sheet } from '../../components/ui/sheet.tsx'
import { messageOf } from '../../lib/api.ts'
import { useMe } from '../accounts/get-me.ts'
import { PasswordField } from '../accounts/password-field.tsx'
import { useConfirmPassword } from './confirm-password.ts'

type PasswordSheetProps = {
  /** What it is asked for: "to add a passkey". */
  purpose: string
  onConfirmed: () => void
  onClose: () => void
}

/** Asks for the password in place, for what needs a fresh sign-in. */
export function PasswordSheet({ purpose, onConfirmed, onClose }: PasswordSheetProps) {
  const email = useMe().data?.user.email ?? ''
  const confirm = useConfirmPassword()
  const [password, setPassword] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    confirm.mutate(password, { onSuccess: onConfirmed })
  }

  return (
    <Sheet title="Enter your password" onClose={onClose} busy={confirm.isPending}>
      <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <p className="text-ink-2">We ask for it {purpose}, because your PIN alone is not enough for that.</p>
        {/* Tells a password manager whose password is meant. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField autoComplete="current-password" value={password} onChange={setPassword} />
        {confirm.isError ? (
          <Notice tone="bad" role="alert">
            {messageOf(confirm.error)}
          </Notice>
        ) : null}
        <Button type="submit" wide busy={confirm.isPending && 'Checking…'} disabled={password === ''}>
          Continue
        </Button>
      </form>
    </Sheet>
  )
}
