import { useMutation } from '@tanstack/react-query'
import type { Me } from '#contract/accounts.ts'
import { forgetPersonalData, queryClient } from '../../app/query-client.ts'
import { api } from '../../lib/api.ts'

/** Locks now. The PIN opens it again. */
export async function lockSession(): Promise<void> {
  await api('POST', '/api/lock')
  queryClient.setQueryData<Me | null>(['me'], (me) => (me ? { ...me, locked: true } : me))
  forgetPersonalData()
}

export function useLockSession() {
  return useMutation({ mutationFn: lockSession })
}
