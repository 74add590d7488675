import { useMe } from '#web/identity/accounts/get-me.ts'
import { Section } from '#web/ui/section.tsx'
import { TestButton } from './test-button.tsx'

/** Where emails go, and whether they arrive. */
export function EmailSection() {
  const email = useMe().data?.user.email ?? ''
  return (
    <Section title="Email">
      <p className="text-small text-ink-2 wrap-anywhere">Emails go to {email}. They cost nothing.</p>
      <TestButton
        channel="email"
        label="Send a test email"
        sent={`A test is on its way to ${email}. If it is not there in a few minutes, look in the spam folder.`}
      />
    </Section>
  )
}
