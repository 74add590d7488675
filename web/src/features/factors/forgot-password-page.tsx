import { type FormEvent, useState } from 'react'
import { RESET_LINK_LIFETIME_MS } from '#contract/constants.ts'
import { Button, ButtonLink } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Page } from '../../components/ui/page.tsx'
import { isRefusal } from '../../lib/api.ts'
import { problemText } from '../second-step/code-problem.ts'
import { LettersLink } from '../second-step/letters-link.tsx'
import { useAskReset } from './reset-password.ts'

const LINK_MINUTES = RESET_LINK_LIFETIME_MS / 60_000

/** Asks where to send the link for a new password. What it answers tells nobody whether an email has an account. */
export default function ForgotPasswordPage() {
  const ask = useAskReset()
  const [email, setEmail] = useState('')
  const wrongEmail = isRefusal(ask.error, 'account.email-invalid') ? ask.error.message : undefined
  const problem = wrongEmail === undefined ? problemText(ask.error) : null

  function submit(event: FormEvent) {
    event.preventDefault()
    ask.mutate({ email })
  }

  return (
    <Page title="Forgot password" back="/signin">
      {ask.isSuccess ? (
        <>
          <div role="status" className="flex flex-col gap-2">
            <p>
              If <span className="font-semibold wrap-anywhere">{email}</span> has an account, a letter with a link is on
              its way to it.
            </p>
            <p className="text-ink-2">
              The link is good once, for {LINK_MINUTES} minutes, and only the newest one counts. No letter after some
              minutes? Look under spam, or check the email for a typing mistake.
            </p>
          </div>
          <LettersLink />
          <Button tone="quiet" wide onClick={() => ask.reset()}>
            Use another email, or ask again
          </Button>
          <ButtonLink to="/signin" tone="plain" wide>
            Back to sign in
          </ButtonLink>
        </>
      ) : (
        <form onSubmit={submit} className="flex flex-col gap-4">
          <p className="text-ink-2">
            Enter the email of your account. We send a link there, with which you choose a new password. Your money
            stays as it is.
          </p>
          <Field
            label="Email"
            name="email"
            type="email"
            required
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={wrongEmail}
          />
          {problem === null ? null : (
            <Notice tone="bad" role="alert">
              {problem}
            </Notice>
          )}
          <Button type="submit" wide busy={ask.isPending && 'Sending…'}>
            Send the link
          </Button>
        </form>
      )}
    </Page>
  )
}
