import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '#contract/accounts.ts'
import { CodeForm } from '#web/identity/mfa/code-form.tsx'
import { SendAnother } from '#web/identity/mfa/send-another.tsx'
import { SentTo } from '#web/identity/mfa/sent-to.tsx'
import { useReauthentication } from '#web/identity/security/use-reauthentication.tsx'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { showToast } from '#web/ui/toast.ts'
import { EmailForm } from './email-form.tsx'

const PURPOSE = 'to change your email'

/** First the new email, then the code that was sent to it. Opened after a fresh sign-in. */
export default function NewEmailSheet({ onClose }: { onClose: () => void }) {
  const fresh = useReauthentication()
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

  function send() {
    mail.mutate(undefined, {
      onSuccess: () => setMailed(true),
      onError: (error) => {
        if (fresh.askedAgain(error, PURPOSE, send)) mail.reset()
      },
    })
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
          <div className="pt-1">
            <EmailForm
              label="New email"
              autoComplete="email"
              value={email}
              onChange={setEmail}
              action="Send the code"
              pending={mail.isPending}
              error={mail.error}
              onSend={send}
            >
              We first send a code to the new address. Nothing changes until you enter it. We tell the old address too.
            </EmailForm>
          </div>
        )}
      </Sheet>
      {fresh.sheet}
    </>
  )
}
