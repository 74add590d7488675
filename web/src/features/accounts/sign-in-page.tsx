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

  function submit(event: FormEvent) {
    event.preventDefault()
    signIn.mutate(form, {
      onSuccess: ({ pinSet }) => navigate(pinSet ? returnPath(state) : '/setup-pin', { replace: true, state }),
    })
  }

  return (
    <Page title="Sign in" back="/">
      <p className="text-ink-2">
        {known === null
          ? 'Your email and your password.'
          : `Welcome back, ${known.fullName}. Your email and your password.`}{' '}
        This browser then gets a new key, and you choose a PIN for it.
      </p>
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
