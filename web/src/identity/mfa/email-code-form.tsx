import { useProveEmail } from '#web/identity/sign-in/prove-email.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeForm } from './code-form.tsx'
import { SendAnother } from './send-another.tsx'
import { SentTo } from './sent-to.tsx'

type EmailCodeFormProps = {
  email: string
  pending: boolean
  error: unknown
  onCode: (code: string) => void
  /** The person wants to use another email. */
  onBack: () => void
}

/** Asks for the code that was emailed, before an account is opened with the address. */
export default function EmailCodeForm({ email, pending, error, onCode, onBack }: EmailCodeFormProps) {
  const another = useProveEmail()
  return (
    <>
      <CodeForm
        kind="email"
        action="Create account"
        busy="Creating your account…"
        pending={pending}
        error={error}
        onCode={onCode}
      >
        <SentTo to={email}>
          <p className="text-small text-ink-2">If this address already has an account, the email says so instead.</p>
        </SentTo>
      </CodeForm>
      <SendAnother another={another} disabled={pending} onPress={() => another.mutate({ email })} />
      <Button tone="plain" wide disabled={pending} onClick={onBack}>
        Change my details
      </Button>
    </>
  )
}
