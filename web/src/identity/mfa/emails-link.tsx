import { useInstallation } from '#web/installation/get-installation.ts'

/** In a sandbox letters go to nobody's mailbox: this leads to where they can be read. Nothing in live mode. */
export function EmailsLink() {
  const letters = useInstallation().data?.links.sandboxLetters ?? null
  if (letters === null) return null
  return (
    <a
      href={letters}
      target="_blank"
      rel="noreferrer"
      className="flex min-h-12 items-center self-start font-semibold text-brand underline"
    >
      Practice mode: letters arrive here
    </a>
  )
}
