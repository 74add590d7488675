import { useState } from 'react'
import type { VisitorPass } from '#contract/visitors.ts'
import { CodeForm } from '#web/identity/mfa/code-form.tsx'
import { SendAnother } from '#web/identity/mfa/send-another.tsx'
import { SentTo } from '#web/identity/mfa/sent-to.tsx'
import { EmailForm } from '#web/identity/recovery/email-form.tsx'
import { useInstallation } from '#web/installation/get-installation.ts'
import { Link } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'
import { OperatorLine } from './operator-line.tsx'
import { SupportChannels } from './support-channels.tsx'
import { VisitorDesk } from './visitor-desk.tsx'
import { endVisitorPass, useVisitorCode, useVisitorPass } from './visitor-support.ts'

/** Support without signing in: an email is proved by a code, then reports are written and read. */
export default function HelpPage() {
  const [email, setEmail] = useState('')
  const [pass, setPass] = useState<VisitorPass | null>(null)
  const [step, setStep] = useState<'email' | 'code' | 'desk'>('email')
  const [ended, setEnded] = useState(false)

  function open(given: VisitorPass) {
    setEnded(false)
    setPass(given)
    setStep('desk')
  }

  function leave() {
    if (pass !== null) endVisitorPass(pass.pass)
    setPass(null)
    setEmail('')
    setStep('email')
  }

  return (
    <Page title="Help" back="/">
      {step === 'email' ? (
        <AskForCode email={email} onChange={setEmail} ended={ended} onSent={() => setStep('code')} />
      ) : null}
      {step === 'code' ? <EnterCode email={email} onOpen={open} onBack={() => setStep('email')} /> : null}
      {pass === null ? null : (
        // Typed text stays while another code is asked for.
        <div hidden={step !== 'desk'} className="flex flex-col gap-4 [&[hidden]]:hidden">
          <VisitorDesk
            pass={pass}
            email={email}
            onLeave={leave}
            onEnded={() => {
              setEnded(true)
              setStep('email')
            }}
          />
        </div>
      )}
    </Page>
  )
}

type AskForCodeProps = { email: string; onChange: (email: string) => void; ended: boolean; onSent: () => void }

function AskForCode({ email, onChange, ended, onSent }: AskForCodeProps) {
  const { data: installation } = useInstallation()
  const ask = useVisitorCode()
  return (
    <>
      {ended ? (
        <Notice tone="wait" role="status">
          Your 30 minutes here are over. Nothing was sent, and your text is still here. Enter a new code to continue.
        </Notice>
      ) : null}
      <EmailForm
        label="Your email"
        autoComplete="email"
        value={email}
        onChange={onChange}
        action="Send me a code"
        pending={ask.isPending}
        error={ask.error}
        onSend={() => ask.mutate(email, { onSuccess: onSent })}
      >
        Write to support without signing in, or read an answer. First we send a code to your email, so that nobody else
        reads what you write.
      </EmailForm>
      <p className="text-ink-2">
        Nobody from support ever needs your PIN, your password or a payment. Anyone who asks for one of them is not
        support.
      </p>
      {installation === undefined ? null : <SupportChannels installation={installation} />}
      <p className="text-center text-ink-2">
        <Link to="/faq" className="inline-block px-1 py-3 font-semibold text-brand underline">
          Frequently asked questions
        </Link>
      </p>
      <OperatorLine operator={installation?.operator ?? null} />
    </>
  )
}

type EnterCodeProps = { email: string; onOpen: (pass: VisitorPass) => void; onBack: () => void }

function EnterCode({ email, onOpen, onBack }: EnterCodeProps) {
  const enter = useVisitorPass()
  const another = useVisitorCode()
  return (
    <>
      <CodeForm
        kind="email"
        pending={enter.isPending}
        error={enter.error}
        onCode={(code) => enter.mutate({ email, code }, { onSuccess: onOpen })}
      >
        <SentTo to={email} />
      </CodeForm>
      <SendAnother another={another} disabled={enter.isPending} onPress={() => another.mutate(email)} />
      <Button tone="plain" wide disabled={enter.isPending} onClick={onBack}>
        Use another email
      </Button>
    </>
  )
}
