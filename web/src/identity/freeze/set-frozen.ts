import type { FreezeBody } from '#contract/accounts.ts'
import { readMeAnew } from '#web/identity/accounts/get-me.ts'
import { api } from '#web/lib/api.ts'

/** Freezes money out, or lets it out again, and reads the new truth. */
export async function setFrozen(frozen: boolean, body: FreezeBody): Promise<void> {
  await api(frozen ? 'POST' : 'DELETE', '/api/freeze', body)
  await readMeAnew()
}
