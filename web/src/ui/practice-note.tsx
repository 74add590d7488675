import { PRACTICE_MONEY } from '#contract/constants.ts'
import { useInstallation } from '#web/installation/get-installation.ts'

/** The practice words for next to an amount, so that no crop of a screenshot looks like real money. */
export function PracticeNote({ className = 'text-accent-text' }: { className?: string }) {
  if (useInstallation().data?.mode !== 'sandbox') return null
  return <p className={`diamond text-caption font-medium ${className}`}>{PRACTICE_MONEY}</p>
}
