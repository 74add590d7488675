import { type FormEvent, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { returnPath } from '../../app/return-path.ts'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Page } from '../../components/ui/page.tsx'
import { messageOf } from '../../lib/api.ts'
import { knownAccount } from '../../lib/device-account.ts'
import { connectionIsSecure } from '../../lib/device-key.ts'
import { InsecureNotice } from './insecure-notice.tsx'
import { PasswordField } from './password-field.tsx'
import { useSignIn } from './sign-in.ts'

export default function SignInPage() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const signIn = useSignIn()
  const [form, setForm] = useState({ email: '', password: '' })
  const known = knownAccount()
  const wantsNewPin = typeof state === 'object' && state !== null && 'newPin' in state

  function submit(event: FormEvent) {
    event.preventDefault()
    signIn.mutate(form, {
      onSuccess: ({ pinSet }) =>
        navigate(pinSet && !wantsNewPin ? returnPath(state) : '/setup-pin', { replace: true, state }),
    })
  }

  return (
    <Page title="Sign in" back="/">
      <p className="text-ink-2">{introduction(known?.fullName, wantsNewPin)}</p>
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
        {signIn.isError ? (
          <Notice tone="bad" role="alert">
            {messageOf(signIn.error)}
          </Notice>
        ) : null}
        <Button type="submit" wide busy={signIn.isPending && 'Signing in…'} disabled={!connectionIsSecure()}>
          Sign in
        </Button>
      </form>
      <p className="text-center text-ink-2">
        New here?{' '}
        <Link to="/register" className="inline-block px-1 py-3 font-semibold text-brand underline">
          Create account
        </Link>
      </p>
    </Page>
  )
}

function introduction(name: string | undefined, wantsNewPin: boolean): string {
  if (wantsNewPin) return 'Sign in with your email and your password first. Then you choose a new PIN.'
  if (name !== undefined) return `Welcome back, ${name}. Sign in with your email and your password.`
  return "Sign in with your email and your password. This browser becomes your account's device, and you choose a PIN for it."
}
