import { useInstallation } from './get-installation.ts'

/** The sandbox's bank app, to pay in practice money. Nothing where money is real. */
export function SandboxBankLink() {
  const sandboxBank = useInstallation().data?.links.sandboxBank ?? null
  if (sandboxBank === null) return null
  return (
    <a
      href={sandboxBank}
      target="_blank"
      rel="noreferrer"
      className="flex min-h-12 items-center justify-center rounded-control px-4 py-2 text-center font-semibold text-brand underline underline-offset-4"
    >
      Open the sandbox bank to pay in practice money
    </a>
  )
}
