import { useMutation } from '@tanstack/react-query'
import type { SetPinBody } from '#contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { deviceKeys, pinProof } from '../../lib/device-key.ts'
import { readMeAnew } from '../accounts/get-me.ts'

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
