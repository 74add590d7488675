import { useState } from 'react'
import type { SignedIn } from '#contract/accounts.ts'
import type { SecondStep, SecondStepMethod, SecondStepProof } from '#contract/second-step.ts'
import { formatTime } from '#contract/time.ts'
import { askForPasskey, browserHasPasskeys } from '#web/identity/passkeys/ceremony.ts'
import type { HalfSignedIn } from '#web/identity/sign-in/sign-in.ts'
import { isRefusal } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { ByPasskey } from './by-passkey.tsx'
import { CodeForm } from './code-form.tsx'
import { useEmailAnother } from './email-another.ts'
import { useFinishSignIn } from './finish-sign-in.ts'
import { OtherWays } from './other-ways.tsx'
import { SendAnother } from './send-another.tsx'
import { SentTo } from './sent-to.tsx'

const ASKED_ON_NEW_DEVICE = 'This browser is new to your account, so we need a second proof.'
const ASKED_EVERYWHERE = 'Your account also needs the passkey or authenticator app you added.'

type SecondStepScreenProps = {
  half: HalfSignedIn
  onSignedIn: (signedIn: SignedIn) => void
  /** The sign-in is over without a session: with the server's reason, or null when the user went back. */
  onEnded: (error: unknown) => void
}

/** The second proof of a sign-in: one way at a time, with the others to choose from. */
export default function SecondStepScreen({ half, onSignedIn, onEnded }: SecondStepScreenProps) {
  const { step } = half
  const { passkey } = step
  const ways = step.methods.filter((each) => each !== 'passkey' || (passkey !== null && browserHasPasskeys()))
  const finish = useFinishSignIn(half)
  const [way, setWay] = useState(ways[0])

  function prove(make: () => SecondStepProof | Promise<SecondStepProof>) {
    finish.mutate(make, {
      onSuccess: onSignedIn,
      onError: (error) => {
        if (isRefusal(error, 'session.second-step-ended')) onEnded(error)
      },
    })
  }

  function choose(other: SecondStepMethod) {
    finish.reset()
    setWay(other)
  }

  return (
    <Page title="Confirm it is you">
      <p className="text-ink-2">
        Your password is right. {step.ownDevice ? ASKED_EVERYWHERE : ASKED_ON_NEW_DEVICE} You have until{' '}
        {formatTime(step.expiresAt)}. Your money is untouched.
      </p>
      {way === undefined ? <NoWay /> : null}
      {way === 'passkey' && passkey !== null ? (
        <ByPasskey
          pending={finish.isPending}
          error={finish.error}
          onPress={() => prove(async () => ({ by: 'passkey', passkey: await askForPasskey(passkey) }))}
        />
      ) : null}
      {way === undefined || way === 'passkey' ? null : (
        <CodeForm
          key={way}
          kind={way}
          pending={finish.isPending}
          error={finish.error}
          onCode={(code) => prove(() => ({ by: way, code }))}
        >
          {way === 'email' ? <SentTo to={step.sentTo ?? 'your email'} /> : null}
        </CodeForm>
      )}
      {way === 'email' ? <MailAnother step={step} disabled={finish.isPending} onEnded={onEnded} /> : null}
      <OtherWays ways={ways.filter((each) => each !== way)} disabled={finish.isPending} onChoose={choose} />
      <Button tone="plain" wide disabled={finish.isPending} onClick={() => onEnded(null)}>
        Back to sign in
      </Button>
    </Page>
  )
}

type MailAnotherProps = { step: SecondStep; disabled: boolean; onEnded: (error: unknown) => void }

function MailAnother({ step, disabled, onEnded }: MailAnotherProps) {
  const another = useEmailAnother(step)
  const onError = (error: unknown) => {
    if (isRefusal(error, 'session.second-step-ended')) onEnded(error)
  }
  return <SendAnother another={another} disabled={disabled} onPress={() => another.mutate(undefined, { onError })} />
}

function NoWay() {
  return (
    <Notice tone="wait">
      This browser cannot ask for your passkey, and your account has no other way. Sign in with a newer browser, or on
      the device that has your passkey.
    </Notice>
  )
}
