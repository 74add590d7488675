import { useMutation } from '@tanstack/react-query'
import type { SetPinBody } from '#contract/accounts.ts'
import { readMeAnew } from '#web/identity/accounts/get-me.ts'
import { api } from '#web/lib/api.ts'
import { deviceKeys, pinProof } from '#web/lib/device-key.ts'

/** Sets this device's PIN. The server gets a proof made with this device's key, never the digits. */
export function useSetPin() {
  return useMutation({
    mutationFn: async (pin: string) => {
      const body = { pinProof: await pinProof(await deviceKeys(), pin) } satisfies SetPinBody
      await api('PUT', '/api/pin', body)
      await readMeAnew()
    },
  })
}
