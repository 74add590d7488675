import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { PASSWORD_MIN_LENGTH } from '#contract/constants.ts'
import { queryClient } from '../../app/query-client.ts'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Sheet } from '../../components/ui/sheet.tsx'
import { showToast } from '../../components/ui/toast.ts'
import { api, isRefusal, messageOf } from '../../lib/api.ts'
import { PasswordField } from '../accounts/password-field.tsx'
import { useFresh } from '../security/use-fresh.tsx'

/** Takes a new password. Opened after a fresh sign-in. */
export default function NewPasswordSheet({ onClose }: { onClose: () => void }) {
  const fresh = useFresh()
  const [newPassword, setNewPassword] = useState('')
  const change = useMutation({
    mutationFn: () => api<undefined>('PUT', '/api/password', { newPassword }),
    onSuccess: () => queryClient.invalidateQueries(),
  })
  const error = isRefusal(change.error, 'account.password-weak', 'account.password-same')
    ? (change.error.fields.newPassword ?? change.error.message)
    : undefined

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
          <PasswordField
            label="New password"
            autoComplete="new-password"
            value={newPassword}
            onChange={setNewPassword}
            hint={`At least ${PASSWORD_MIN_LENGTH} characters. A sentence only you know is good.`}
            error={error}
          />
          {change.isError && error === undefined ? (
            <Notice tone="bad" role="alert">
              {messageOf(change.error)}
            </Notice>
          ) : null}
          <Button type="submit" wide busy={change.isPending && 'Saving…'}>
            Save new password
          </Button>
        </form>
      </Sheet>
      {fresh.sheet}
    </>
  )
}
