import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queryClient } from '../../app/query-client.ts'
import { Button } from '../../components/ui/button.tsx'
import { Sheet } from '../../components/ui/sheet.tsx'
import { showToast } from '../../components/ui/toast.ts'
import { api } from '../../lib/api.ts'
import { useFresh } from '../security/use-fresh.tsx'
import { NewPasswordField } from './new-password-field.tsx'

/** Takes a new password. Opened after a fresh sign-in. */
export default function NewPasswordSheet({ onClose }: { onClose: () => void }) {
  const fresh = useFresh()
  const [newPassword, setNewPassword] = useState('')
  const change = useMutation({
    mutationFn: () => api<undefined>('PUT', '/api/password', { newPassword }),
    onSuccess: () => queryClient.invalidateQueries(),
  })

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
          <NewPasswordField value={newPassword} onChange={setNewPassword} error={change.error} />
          <Button type="submit" wide busy={change.isPending && 'Saving…'}>
            Save new password
          </Button>
        </form>
      </Sheet>
      {fresh.sheet}
    </>
  )
}
