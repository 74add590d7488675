import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { AuthenticatorOffer, Factors, RecoveryCodesAnswer } from '#contract/factors.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** The factors that a sign-in asks for besides the password. */
const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) => api<Factors>('GET', '/api/factors', undefined, signal),
})

export function useFactors() {
  return useQuery(factorsQuery)
}

/** Refetches the factors and the account's events. */
async function readAnew(): Promise<void> {
  await Promise.all(
    ['factors', 'account-events'].map((queryKey) => queryClient.invalidateQueries({ queryKey: [queryKey] })),
  )
}

/** Asks for a new secret. Nothing changes until a code confirms it. */
export function useOfferAuthenticator() {
  return useMutation({ mutationFn: () => api<AuthenticatorOffer>('POST', '/api/authenticator') })
}

/** Confirms the code that the app shows now. Returns recovery codes, this once, if there were none. */
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
