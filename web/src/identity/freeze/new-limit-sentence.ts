import { NEW_LIMIT_SENTENCE } from '#contract/new-limit.ts'
import { useInstallation } from '#web/installation/get-installation.ts'

/** The limit of the first 24 hours in a sentence; empty if this installation has none, or is not known yet. */
export function useNewLimitSentence(): string {
  const { data } = useInstallation()
  return data?.newLimit === true ? NEW_LIMIT_SENTENCE : ''
}
