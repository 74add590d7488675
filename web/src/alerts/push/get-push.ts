import { useMutation, useQuery } from '@tanstack/react-query'
import type { PushAnswer } from '#contract/push.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { type PushState, pushState, turnPushOff, turnPushOn } from './turn-push.ts'

const STATE = ['push', 'state']
const DEVICES = ['push', 'devices']

/** The state of push in this browser. */
export function usePushState() {
  return useQuery({ queryKey: STATE, queryFn: () => pushState() })
}

/** Every browser of the account with push. */
export function usePushDevices() {
  return useQuery({
    queryKey: DEVICES,
    queryFn: async ({ signal }) => (await api<PushAnswer>('GET', '/api/push', undefined, signal)).subscriptions,
  })
}

/** Turns push on or off in this browser. Only after a tap: turning it on opens the browser's own prompt. */
export function useTurnPush() {
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnPushOn() : turnPushOff()),
    onSuccess: (state: PushState) => {
      queryClient.setQueryData(STATE, state)
      void queryClient.invalidateQueries({ queryKey: DEVICES })
    },
    onError: () => queryClient.invalidateQueries({ queryKey: ['push'] }),
  })
}

/** Ends push in another browser, which need not be at hand. */
export function useRemovePush() {
  return useMutation({
    mutationFn: (id: string) => api<undefined>('DELETE', `/api/push/${encodeURIComponent(id)}`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['push'] }),
  })
}
