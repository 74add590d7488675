import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Enrolled, EnrolOptions, LinkAnswer } from '#contract/console/session.ts'
import { useLinkToken } from '#web/identity/recovery/link-token.ts'
import { isRefusal, messageOf } from '#web/lib/api.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { call } from './call.ts'
import { Entrance } from './entrance.tsx'
import { NewPassphraseField } from './operators/new-passphrase-field.tsx'
import { makeOperatorPasskey } from './sign.ts'

/** The page behind an enrolment link: makes a passkey for its operator, once. */
export function EnrolScreen() {
  const token = useLinkToken()
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: async () => await call<LinkAnswer>('POST', '/api/admin/enrolment/look', { token }),
    enabled: token !== '',
  })
  const enrol = useMutation({ mutationFn: async () => await enrolWith(token) })

  if (enrol.isSuccess) return <Done enrolled={enrol.data} />
  const error = link.error ?? (isRefusal(enrol.error, 'operator.link-ended') ? enrol.error : null)
  if (token === '' || error !== null)
    return (
      <Entrance title="Enrol a passkey">
        <Notice tone="bad" role="alert">
          {error === null
            ? 'This address has no link in it. Open the whole link that was made for you.'
            : messageOf(error)}
        </Notice>
        <ButtonLink to="/admin/sign-in" wide tone="quiet">
          Operator sign-in
        </ButtonLink>
      </Entrance>
    )
  if (link.data === undefined) return <Entrance title="Enrol a passkey">{null}</Entrance>
  if (link.data.operator === null) return <FirstOperator token={token} onDone={() => void link.refetch()} />
  return (
    <Entrance title="Enrol a passkey">
      <p className="text-ink-2">
        This enrols a passkey for {link.data.operator}, on this device or on a security key. Anyone who can unlock the
        device can sign in with it, so use one that is yours alone.
      </p>
      <ErrorNotice error={enrol.error} />
      <Button wide busy={enrol.isPending && 'Waiting for your device…'} onClick={() => enrol.mutate()}>
        Enrol a passkey
      </Button>
    </Entrance>
  )
}

async function enrolWith(token: string): Promise<Enrolled> {
  const asked = await call<EnrolOptions>('POST', '/api/admin/enrolment/options', { token })
  const credential = await makeOperatorPasskey(asked)
  return await call<Enrolled>('POST', '/api/admin/enrolment', { token, challenge: asked.challenge, credential })
}

/** Practice mode: the person trying out Jara says who its first operator is. */
function FirstOperator({ token, onDone }: { token: string; onDone: () => void }) {
  const [name, setName] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const be = useMutation({
    mutationFn: async () => await call('POST', '/api/admin/enrolment/first', { token, name, passphrase }),
    onSuccess: onDone,
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    be.mutate()
  }
  return (
    <Entrance title="The first operator">
      <p className="text-ink-2">
        Nobody runs this installation yet. Give your name and a passphrase: with it you run commands in the terminal.
        For this console you enrol a passkey next.
      </p>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Your name"
          autoComplete="name"
          required
          minLength={2}
          maxLength={80}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <NewPassphraseField label="Passphrase" passphrase={passphrase} onChange={setPassphrase} />
        <ErrorNotice error={be.error} />
        <Button type="submit" wide busy={be.isPending && 'Saving…'}>
          Continue
        </Button>
      </form>
    </Entrance>
  )
}

function Done({ enrolled: { requestId } }: { enrolled: Enrolled }) {
  return (
    <Entrance title="Passkey enrolled">
      {requestId === null ? (
        <p className="text-ink-2">You can sign in with it now.</p>
      ) : (
        <>
          <p className="text-ink-2">
            Another operator has to confirm it within 24 hours, in the console under Operators or in a terminal. Until
            then it opens nothing.
          </p>
          <p className="text-small text-ink-2">
            Request <code className="wrap-anywhere">{requestId}</code>
          </p>
        </>
      )}
      <ButtonLink to="/admin/sign-in" wide>
        Operator sign-in
      </ButtonLink>
    </Entrance>
  )
}
