import { useMutation, useQuery } from '@tanstack/react-query'
import type { SmsAnswer, SmsPhoneAnswer } from '#contract/sms.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

const KEY = ['sms']
const remember = (answer: SmsAnswer) => {
  queryClient.setQueryData(KEY, answer)
  void queryClient.invalidateQueries({ queryKey: ['account-events'] })
}

/** Whether SMS alerts are offered and on, their number, and the price of one. */
export function useSms() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => api<SmsAnswer>('GET', '/api/sms', undefined, signal) })
}

/** Sends a code by SMS, at the installation's cost. */
export function useSendSmsCode() {
  return useMutation({ mutationFn: (phone: string) => api<SmsPhoneAnswer>('POST', '/api/sms/phone', { phone }) })
}

type Confirmation = { readonly phone: string; readonly code: string; readonly agreed: string }

/** Proves the number, with the text that was agreed to. */
export function useConfirmSms() {
  return useMutation({
    mutationFn: (body: Confirmation) => api<SmsAnswer>('POST', '/api/sms/phone/confirm', body),
    onSuccess: remember,
  })
}

/** Declines SMS alerts in writing. */
export function useDeclineSms() {
  return useMutation({ mutationFn: () => api<SmsAnswer>('DELETE', '/api/sms'), onSuccess: remember })
}
