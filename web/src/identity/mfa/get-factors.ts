import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { AuthenticatorOffer, Factors, RecoveryCodesAnswer } from '#contract/factors.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** What a sign-in is asked for besides the password. */
const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) => api<Factors>('GET', '/api/factors', undefined, signal),
})

export function useFactors() {
  return useQuery(factorsQuery)
}

/** What was known of them and of the account's events is old. */
async function readAnew(): Promise<void> {
  await Promise.all(
    ['factors', 'account-events'].map((queryKey) => queryClient.invalidateQueries({ queryKey: [queryKey] })),
  )
}

/** Asks for a new secret. Nothing changes until a code of it is right. */
export function useOfferAuthenticator() {
  return useMutation({ mutationFn: () => api<AuthenticatorOffer>('POST', '/api/authenticator') })
}

/** The code that the app shows now. Returns recovery codes where there were none, once. */
export function useConfirmAuthenticator() {
  return useMutation({
    mutationFn: async (code: string) =>
      (await api<RecoveryCodesAnswer>('PUT', '/api/authenticator', { code })).recoveryCodes,
    onSuccess: readAnew,
  })
}

export function useRemoveAuthenticator() {
  return useMutation({ mutationFn: () => api<undefined>('DELETE', '/api/authenticator'), onSuccess: readAnew })
}

/** Makes ten new recovery codes; earlier ones stop working. */
export function useMakeRecoveryCodes() {
  return useMutation({
    mutationFn: async () => (await api<RecoveryCodesAnswer>('POST', '/api/recovery-codes')).recoveryCodes ?? [],
    onSuccess: readAnew,
  })
}
