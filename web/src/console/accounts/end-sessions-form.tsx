import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SessionsEnded } from '#contract/console/accounts.ts'
import { call } from '#web/console/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field } from '#web/ui/field.tsx'

/** Signs one person out everywhere. */
export function EndSessionsForm({ onDone }: { readonly onDone: (sentence: string) => void }) {
  const [whose, setWhose] = useState('')
  const [reason, setReason] = useState('')
  const end = useMutation({
    mutationFn: async () => await call<SessionsEnded>('POST', '/api/admin/sessions/end', { whose, reason }),
    onSuccess({ sessions }) {
      setWhose('')
      setReason('')
      onDone(sayEnded(sessions))
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    end.mutate()
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label="Email or id of the customer"
        autoComplete="off"
        required
        value={whose}
        onChange={({ target }) => setWhose(target.value)}
      />
      <Field
        label="Reason"
        hint="In the record for good."
        required
        minLength={10}
        maxLength={300}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <ErrorNotice error={end.error} />
      <div>
        <Button type="submit" tone="quiet" busy={end.isPending && 'Ending…'}>
          End all sessions of this customer
        </Button>
      </div>
    </form>
  )
}

function sayEnded(sessions: number): string {
  if (sessions === 0) return 'No session was open.'
  return `${sessions === 1 ? 'One session was' : `${sessions} sessions were`} ended. The owner gets an email.`
}
