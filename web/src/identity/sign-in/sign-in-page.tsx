import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SignedIn } from '#contract/accounts.ts'
import { newPinReason } from '#web/identity/pin/new-pin-reason.ts'
import { isKnownHere } from '#web/lib/device-account.ts'
import { connectionIsSecure } from '#web/lib/device-key.ts'
import { returnPath } from '#web/lib/return-path.ts'
import { Link } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field } from '#web/ui/field.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Page } from '#web/ui/page.tsx'
import { InsecureNotice } from './insecure-notice.tsx'
import { PasswordField } from './password-field.tsx'
import { type HalfSignedIn, useSignIn } from './sign-in.ts'

// Fetched only if the account asks for it.
const SecondStepScreen = lazy(() => import('#web/identity/mfa/second-step-screen.tsx'))

export default function SignInPage() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const signIn = useSignIn()
  const [form, setForm] = useState({ email: '', password: '' })
  const [half, setHalf] = useState<HalfSignedIn | null>(null)
  const [ended, setEnded] = useState<unknown>(null)
  const wantsNewPin = newPinReason(state) !== null
  const problem = signIn.error ?? ended

  function goOn({ pinSet }: SignedIn) {
    void navigate(pinSet && !wantsNewPin ? returnPath(state) : '/setup-pin', { replace: true, state })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setEnded(null)
    signIn.mutate(form, { onSuccess: (answer) => ('step' in answer ? setHalf(answer) : goOn(answer)) })
  }

  /** Asks for the password again, because the earlier proof has expired. */
  function startAgain(error: unknown) {
    setForm({ ...form, password: '' })
    setEnded(error)
    setHalf(null)
  }

  if (half !== null)
    return (
      <Suspense fallback={<Loading />}>
        <SecondStepScreen half={half} onSignedIn={goOn} onEnded={startAgain} />
      </Suspense>
    )
  return (
    <Page title="Sign in" back="/">
      <p className="text-ink-2">{introduction(isKnownHere(), wantsNewPin)}</p>
      <InsecureNotice />
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Email"
          name="email"
          type="email"
          required
          autoComplete="username"
          value={form.email}
          onChange={(event) => setForm({ ...form, email: event.target.value })}
        />
        <PasswordField
          autoComplete="current-password"
          value={form.password}
          onChange={(password) => setForm({ ...form, password })}
        />
        <ErrorNotice error={problem} />
        <Button type="submit" wide busy={signIn.isPending && 'Signing in…'} disabled={!connectionIsSecure()}>
          Sign in
        </Button>
      </form>
      <p className="text-center text-ink-2">
        <PlainLink to="/forgot-password" state={{ email: form.email }}>
          Forgot password?
        </PlainLink>
        <br />
        New here? <PlainLink to="/register">Create account</PlainLink>
        <br />
        <PlainLink to="/help">You need help?</PlainLink>
      </p>
    </Page>
  )
}

function PlainLink({ to, state, children }: { to: string; state?: unknown; children: string }) {
  return (
    <Link to={to} state={state} className="inline-block px-1 py-3 font-semibold text-brand underline">
      {children}
    </Link>
  )
}

function introduction(known: boolean, wantsNewPin: boolean): string {
  if (wantsNewPin) return 'Sign in with your email and your password first. Then you choose a new PIN.'
  if (known) return 'Welcome back. Sign in with your email and your password.'
  return "Sign in with your email and your password. This browser becomes your account's device, and you choose a PIN for it."
}
