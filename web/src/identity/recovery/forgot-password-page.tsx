import { useState } from 'react'
import { useLocation } from 'react-router'
import { RESET_LINK_LIFETIME_MS } from '#contract/constants.ts'
import { EmailsLink } from '#web/identity/mfa/emails-link.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { EmailForm } from './email-form.tsx'
import { useAskReset } from './reset-password.ts'

const LINK_MINUTES = RESET_LINK_LIFETIME_MS / 60_000

/** Asks where to send the link for a new password. The answer never reveals whether an email has an account. */
export default function ForgotPasswordPage() {
  const ask = useAskReset()
  const { state } = useLocation()
  const [email, setEmail] = useState(typedEmail(state))

  return (
    <Page title="Forgot password" back="/signin">
      {ask.isSuccess ? (
        <>
          <div role="status" className="flex flex-col gap-2">
            <p>
              If <span className="font-semibold wrap-anywhere">{email}</span> has an account, an email with a link is on
              its way.
            </p>
            <p className="text-ink-2">
              The link works once, for {LINK_MINUTES} minutes, and only the newest one counts. No email after a few
              minutes? Check your spam folder and the spelling of the address.
            </p>
          </div>
          <EmailsLink />
          <Button tone="quiet" wide onClick={() => ask.reset()}>
            Use another email, or ask again
          </Button>
          <ButtonLink to="/signin" tone="plain" wide>
            Back to sign in
          </ButtonLink>
          <ButtonLink to="/help" tone="plain" wide>
            You need help?
          </ButtonLink>
        </>
      ) : (
        <EmailForm
          label="Email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          action="Send the link"
          pending={ask.isPending}
          error={ask.error}
          onSend={() => ask.mutate({ email })}
        >
          Enter your account’s email. We will send a link there to choose a new password. Your money is not affected.
        </EmailForm>
      )}
    </Page>
  )
}

/** Reads the email typed on the sign-in page from the router state. */
function typedEmail(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('email' in state)) return ''
  return typeof state.email === 'string' ? state.email : ''
}
