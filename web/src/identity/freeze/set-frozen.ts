import type { FreezeBody } from '#contract/accounts.ts'
import { readMeAnew } from '#web/identity/accounts/get-me.ts'
import { api } from '#web/lib/api.ts'

/** Freezes or unfreezes money out, then refetches `me`. */
export async function setFrozen(frozen: boolean, body: FreezeBody): Promise<void> {
  await api(frozen ? 'POST' : 'DELETE', '/api/freeze', body)
  await readMeAnew()
}
