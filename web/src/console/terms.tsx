import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'

type TermsProps = {
  readonly terms: string
  readonly error: unknown
  readonly busy: boolean
  readonly onSign: () => void
}

/** The exact text that the passkey signs, and that is stored with its signature. */
export function Terms({ terms, error, busy, onSign }: TermsProps) {
  return (
    <div className="flex flex-col gap-4 pt-2">
      <p className="text-ink-2">Your passkey signs exactly this. It is stored with your signature.</p>
      <p className="rounded-control border border-line bg-surface p-3 whitespace-pre-line wrap-anywhere">{terms}</p>
      <ErrorNotice error={error} />
      <Button wide busy={busy && 'Waiting for your passkey…'} onClick={onSign}>
        Sign with your passkey
      </Button>
    </div>
  )
}
