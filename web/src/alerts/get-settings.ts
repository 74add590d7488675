import { useMutation, useQuery } from '@tanstack/react-query'
import type {
  AlertPreferences,
  AlertSettingsAnswer,
  AlertSwitchBody,
  OutgoingChannel,
} from '#contract/alert-settings.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

const KEY = ['alert-settings']
const remember = (answer: AlertSettingsAnswer) => queryClient.setQueryData(KEY, answer)

export function useAlertSettings() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api<AlertSettingsAnswer>('GET', '/api/alerts/settings', undefined, signal),
  })
}

/** Turns one category on or off in one channel. */
export function useChangeSwitch() {
  return useMutation({
    mutationFn: (body: AlertSwitchBody) => api<AlertSettingsAnswer>('PUT', '/api/alerts/settings', body),
    onSuccess: remember,
  })
}

/** Changes what a locked phone shows, and the quiet hours. */
export function useChangePreferences() {
  return useMutation({
    mutationFn: (body: AlertPreferences) => api<AlertSettingsAnswer>('PUT', '/api/alerts/preferences', body),
    onSuccess: remember,
  })
}

/** Sends a test alert to the person themselves. */
export function useSendTest() {
  return useMutation({
    mutationFn: (channel: OutgoingChannel) => api<unknown>('POST', '/api/alerts/test', { channel }),
  })
}
