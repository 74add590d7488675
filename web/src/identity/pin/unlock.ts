import { useMutation } from '@tanstack/react-query'
import type { UnlockBody } from '#contract/accounts.ts'
import { readMeAnew } from '#web/identity/accounts/get-me.ts'
import { api } from '#web/lib/api.ts'
import { approve, deviceKeys, pinProof } from '#web/lib/device-key.ts'

/** Opens a locked session with the PIN, proved and signed by this device. */
export function useUnlock() {
  return useMutation({
    mutationFn: async (pin: string) => {
      const keys = await deviceKeys()
      const { challenge } = await api<{ challenge: string }>('GET', '/api/challenges')
      const body = {
        challenge,
        pinProof: await pinProof(keys, pin),
        signature: await approve(keys, { purpose: 'unlock', challenge, terms: '' }),
      } satisfies UnlockBody
      await api('POST', '/api/unlock', body)
      await readMeAnew()
    },
  })
}
