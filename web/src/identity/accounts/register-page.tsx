import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { PASSWORD_MIN_LENGTH } from '#contract/constants.ts'
import { InsecureNotice } from '#web/identity/sign-in/insecure-notice.tsx'
import { PasswordField } from '#web/identity/sign-in/password-field.tsx'
import { useProveEmail } from '#web/identity/sign-in/prove-email.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { messageOf, UnansweredError } from '#web/lib/api.ts'
import { connectionIsSecure } from '#web/lib/device-key.ts'
import { Link } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { fieldErrors } from '#web/ui/form-errors.ts'
import { Loading } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { useRegister } from './register.ts'

// Fetched where an email has to be proved.
const EmailCodeForm = lazy(() => import('#web/identity/mfa/email-code-form.tsx'))

export default function RegisterPage() {
  const navigate = useNavigate()
  const { data: installation } = useInstallation()
  const register = useRegister()
  const prove = useProveEmail()
  const [form, setForm] = useState({ fullName: '', email: '', password: '' })
  /** The address a code was emailed to; a second submit with the same one continues to the code. */
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const [asksForCode, setAsksForCode] = useState(false)
  const problem = prove.error ?? register.error
  const errors = fieldErrors(problem)
  const isWrong = Object.keys(errors).length > 0

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!installation?.emailProof) open(null)
    else if (mailedTo === form.email) askForCode()
    else prove.mutate({ email: form.email }, { onSuccess: askForCode })
  }

  function askForCode() {
    register.reset()
    setMailedTo(form.email)
    setAsksForCode(true)
  }

  function open(emailCode: string | null) {
    prove.reset()
    register.mutate(
      { ...form, emailCode },
      {
        onSuccess: () => navigate('/setup-pin', { replace: true }),
        // An error at a field leads back to the form, where it can be corrected.
        onError: (error) => setAsksForCode(emailCode !== null && Object.keys(fieldErrors(error)).length === 0),
      },
    )
  }

  if (asksForCode)
    return (
      <Page key="code" title="Check your email">
        <Suspense fallback={<Loading />}>
          <EmailCodeForm
            email={form.email}
            pending={register.isPending}
            error={register.error}
            onCode={open}
            onBack={() => setAsksForCode(false)}
          />
        </Suspense>
      </Page>
    )
  return (
    <Page title="Create account" back="/">
      <p className="text-ink-2">Use the name on your bank account. Next you choose a PIN.</p>
      <InsecureNotice />
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Full name"
          name="fullName"
          required
          autoComplete="name"
          value={form.fullName}
          onChange={(event) => setForm({ ...form, fullName: event.target.value })}
          error={errors.fullName}
        />
        <Field
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="email"
          value={form.email}
          onChange={(event) => setForm({ ...form, email: event.target.value })}
          error={errors.email}
        />
        <PasswordField
          autoComplete="new-password"
          value={form.password}
          onChange={(password) => setForm({ ...form, password })}
          hint={`At least ${PASSWORD_MIN_LENGTH} characters. A sentence only you know works well.`}
          error={errors.password}
        />
        {problem !== null && !isWrong ? (
          <Notice tone="bad" role="alert">
            {prove.isError ? messageOf(prove.error) : registerProblem(register.error)}
          </Notice>
        ) : null}
        <Button
          type="submit"
          wide
          busy={prove.isPending ? 'Sending a code…' : register.isPending && 'Creating your account…'}
          disabled={!connectionIsSecure()}
        >
          Create account
        </Button>
      </form>
      <p className="text-center text-ink-2">
        Already have an account?{' '}
        <Link to="/signin" className="inline-block px-1 py-3 font-semibold text-brand underline">
          Sign in
        </Link>
      </p>
      <HelpLink />
      <p className="text-center text-small text-ink-2">
        What we keep about you, and why:{' '}
        <Link to="/privacy" className="inline-block px-1 py-3 font-semibold text-brand underline">
          Privacy
        </Link>
      </p>
    </Page>
  )
}

function registerProblem(error: unknown): string {
  if (error instanceof UnansweredError)
    return 'We could not reach Jara, so we do not know whether your account was created. Try again. If we then say the email is taken, sign in with it.'
  return messageOf(error)
}

/** Links to the community if there is one, otherwise to support. Opens a new tab, so that what is typed here stays. */
function HelpLink() {
  const chat = useInstallation().data?.links.communityChat ?? null
  return (
    <a
      href={chat ?? '/help'}
      target="_blank"
      rel="noreferrer"
      className="mx-auto px-4 py-3 font-semibold text-brand underline"
    >
      You Need Help?
    </a>
  )
}
