import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { NewPasskeyBody, NewPasskeyOptions, Passkey, PasskeyAnswer, PasskeysAnswer } from '#contract/passkeys.ts'
import { api } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { makePasskey } from './ceremony.ts'

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => api<PasskeysAnswer>('GET', '/api/passkeys', undefined, signal),
  staleTime: freshFor(60_000),
})

export function usePasskeys() {
  return useQuery(passkeysQuery)
}

const pathOf = (id: string) => `/api/passkeys/${encodeURIComponent(id)}`

async function readAnew(): Promise<void> {
  await Promise.all(
    ['passkeys', 'me', 'factors', 'account-events'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
  )
}

/** The whole ceremony: the server says what to make, the person's device makes it, the server keeps its public half. */
export function useAddPasskey() {
  return useMutation({
    mutationFn: async (name: string | null) => {
      const { challenge, options } = await api<NewPasskeyOptions>('POST', '/api/passkeys/options')
      const body = { challenge, credential: await makePasskey(options), name } satisfies NewPasskeyBody
      return await api<PasskeyAnswer>('POST', '/api/passkeys', body)
    },
    onSuccess: readAnew,
  })
}

export function useRenamePasskey() {
  return useMutation({
    mutationFn: async ({ id, name }: { id: string; name: string }) =>
      (await api<{ passkey: Passkey }>('PATCH', pathOf(id), { name })).passkey,
    onSuccess: readAnew,
  })
}

export function useRemovePasskey(id: string) {
  return useMutation({ mutationFn: () => api<undefined>('DELETE', pathOf(id)), onSuccess: readAnew })
}
