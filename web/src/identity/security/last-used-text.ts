import type { Passkey } from '#contract/passkeys.ts'
import { formatMoment } from '#contract/time.ts'

export function lastUsedText({ lastUsedAt }: Pick<Passkey, 'lastUsedAt'>): string {
  return lastUsedAt === null ? 'Not used yet' : `Last used ${formatMoment(lastUsedAt)}`
}
