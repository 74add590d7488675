import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ChangePasswordBody } from '#contract/factors.ts'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { useReauthentication } from '#web/identity/security/use-reauthentication.tsx'
import { PasswordField } from '#web/identity/sign-in/password-field.tsx'
import { api, isRefusal } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { showToast } from '#web/ui/toast.ts'
import { NewPasswordField } from './new-password-field.tsx'

/** Takes the current password and a new one. Opened after a fresh sign-in. */
export default function NewPasswordSheet({ onClose }: { onClose: () => void }) {
  const fresh = useReauthentication()
  const email = useMe().data?.user.email ?? ''
  const [form, setForm] = useState<ChangePasswordBody>({ currentPassword: '', newPassword: '' })
  const change = useMutation({
    mutationFn: () => api<undefined>('PUT', '/api/password', form),
    onSuccess: () => queryClient.invalidateQueries(),
  })
  const wrongCurrent = isRefusal(change.error, 'session.wrong-credentials') ? change.error : null

  function start() {
    change.mutate(undefined, {
      onSuccess: () => {
        showToast('Your new password is set', { tone: 'good' })
        onClose()
      },
      onError: (refusal) => {
        if (fresh.askedAgain(refusal, 'to change it', start)) change.reset()
      },
    })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    start()
  }

  return (
    <>
      <Sheet title="Change password" onClose={onClose} busy={change.isPending}>
        <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
          {/* Tells a password manager whose password this is. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            value={form.currentPassword}
            onChange={(currentPassword) => setForm({ ...form, currentPassword })}
            error={wrongCurrent?.message}
          />
          <NewPasswordField
            value={form.newPassword}
            onChange={(newPassword) => setForm({ ...form, newPassword })}
            error={wrongCurrent === null ? change.error : null}
          />
          <Button type="submit" wide busy={change.isPending && 'Saving…'}>
            Save new password
          </Button>
        </form>
      </Sheet>
      {fresh.sheet}
    </>
  )
}
