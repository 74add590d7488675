import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Me } from '#contract/accounts.ts'
import { queryClient } from '../../app/query-client.ts'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Sheet } from '../../components/ui/sheet.tsx'
import { showToast } from '../../components/ui/toast.ts'
import { api } from '../../lib/api.ts'
import { fieldErrors } from '../accounts/form-errors.ts'
import { CodeForm } from '../second-step/code-form.tsx'
import { problemText } from '../second-step/code-problem.ts'
import { SendAnother } from '../second-step/send-another.tsx'
import { SentTo } from '../second-step/sent-to.tsx'
import { useFresh } from '../security/use-fresh.tsx'

const PURPOSE = 'to change your email'

/** First the new email, then the code that was mailed to it. Opened after a fresh sign-in. */
export default function NewEmailSheet({ onClose }: { onClose: () => void }) {
  const fresh = useFresh()
  const [email, setEmail] = useState('')
  const [mailed, setMailed] = useState(false)
  const mail = useMutation({ mutationFn: () => api<undefined>('POST', '/api/me/email', { email }) })
  const another = useMutation({ mutationFn: () => api<undefined>('POST', '/api/me/email', { email }) })
  const change = useMutation({
    mutationFn: (code: string) => api<Me>('PUT', '/api/me/email', { email, code }),
    onSuccess: (me) => {
      queryClient.setQueryData<Me | null>(['me'], me)
      void queryClient.invalidateQueries({ queryKey: ['account-events'] })
    },
  })
  const { email: wrongEmail } = fieldErrors(mail.error)
  const problem = wrongEmail === undefined ? problemText(mail.error) : null

  function send() {
    mail.mutate(undefined, {
      onSuccess: () => setMailed(true),
      onError: (error) => {
        if (fresh.askedAgain(error, PURPOSE, send)) mail.reset()
      },
    })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    send()
  }

  function enter(code: string) {
    change.mutate(code, {
      onSuccess: ({ user }) => {
        showToast('Your email is changed', { tone: 'good', text: `It is ${user.email} now.` })
        onClose()
      },
      onError: (error) => {
        if (fresh.askedAgain(error, PURPOSE, () => enter(code))) change.reset()
      },
    })
  }

  return (
    <>
      <Sheet title="Change email" onClose={onClose} busy={mail.isPending || change.isPending}>
        {mailed ? (
          <div className="flex flex-col gap-2 pt-1">
            <CodeForm
              kind="email"
              action="Change email"
              busy="Changing…"
              pending={change.isPending}
              error={change.error}
              onCode={enter}
            >
              <SentTo to={email} />
            </CodeForm>
            <SendAnother another={another} disabled={change.isPending} onPress={() => another.mutate()} />
          </div>
        ) : (
          <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
            <p className="text-ink-2">
              We send a code to the new address first. Until it is right, nothing changes. The old address is told too.
            </p>
            <Field
              label="New email"
              name="email"
              type="email"
              required
              autoComplete="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              error={wrongEmail}
            />
            {problem === null ? null : (
              <Notice tone="bad" role="alert">
                {problem}
              </Notice>
            )}
            <Button type="submit" wide busy={mail.isPending && 'Sending…'}>
              Send the code
            </Button>
          </form>
        )}
      </Sheet>
      {fresh.sheet}
    </>
  )
}
