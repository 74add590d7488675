import { useInstallation } from '#web/installation/get-installation.ts'

/** In a sandbox, emails reach no mailbox: this links to the page that shows them. Empty in live mode. */
export function EmailsLink() {
  const emails = useInstallation().data?.links.sandboxEmails ?? null
  if (emails === null) return null
  return (
    <a
      href={emails}
      target="_blank"
      rel="noreferrer"
      className="flex min-h-12 items-center self-start font-semibold text-brand underline"
    >
      Practice mode: emails arrive here
    </a>
  )
}
