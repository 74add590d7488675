import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { useNewLimitSentence } from '#web/identity/freeze/new-limit-sentence.ts'
import { isRefusal, messageOf } from '#web/lib/api.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useLinkToken } from './link-token.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { useResetPassword } from './reset-password.ts'

/** The page behind an emailed link: sets a new password, then leads to the ordinary sign-in with all it asks for. */
export default function ResetPasswordPage() {
  const token = useLinkToken()
  const navigate = useNavigate()
  const reset = useResetPassword()
  const newLimit = useNewLimitSentence()
  const [newPassword, setNewPassword] = useState('')
  const isOver = token === '' || isRefusal(reset.error, 'account.link-ended')

  function submit(event: FormEvent) {
    event.preventDefault()
    reset.mutate(
      { token, newPassword },
      {
        onSuccess: () => {
          void navigate('/signin', { replace: true })
          showToast('Your new password is set', { tone: 'good', text: 'Sign in with it now.' })
        },
      },
    )
  }

  if (isOver)
    return (
      <Page title="New password" back="/signin">
        <Notice tone="bad" role="alert">
          {reset.error === null
            ? 'This link is incomplete. Open it again from the newest email, or ask for another one.'
            : messageOf(reset.error)}
        </Notice>
        <ButtonLink to="/forgot-password" wide>
          Ask for another link
        </ButtonLink>
      </Page>
    )
  return (
    <Page title="New password" back="/signin">
      <form onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-ink-2">
          Choose a new password for your account. You are then signed out everywhere: sign in with the new password and
          choose a new PIN. {newLimit}
        </p>
        <NewPasswordField value={newPassword} onChange={setNewPassword} error={reset.error} />
        <Button type="submit" wide busy={reset.isPending && 'Saving…'}>
          Set new password
        </Button>
      </form>
    </Page>
  )
}
