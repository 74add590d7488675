import { FlaskConical } from 'lucide-react'
import { SANDBOX_BANNER } from '#contract/constants.ts'
import { useInstallation } from '../features/installation/get-installation.ts'

/** Practice money looks like practice money: drawn from the server's mode, on every screen. */
export function SandboxBanner() {
  const { data } = useInstallation()
  // Until the server has said its mode the strip keeps its height, so that nothing jumps.
  if (data === undefined) return <div aria-hidden className="min-h-7 bg-bg" />
  if (data.mode !== 'sandbox') return null
  return (
    <p
      role="note"
      className="flex min-h-7 items-center justify-center gap-2 bg-wait-tint px-4 py-1 text-center text-caption font-medium text-wait"
    >
      <FlaskConical aria-hidden size={14} className="shrink-0" />
      {SANDBOX_BANNER}
    </p>
  )
}
