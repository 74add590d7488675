import { useMutation } from '@tanstack/react-query'
import type { ImageAnswer, Me } from '#contract/accounts.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { smallPicture } from './small-picture.ts'

export function useSetImage() {
  return useMutation({
    mutationFn: async (file: File) => await api<ImageAnswer>('PUT', '/api/me/image', await smallPicture(file)),
    onSuccess: ({ imageVersion }) => showVersion(imageVersion),
  })
}

export function useRemoveImage() {
  return useMutation({
    mutationFn: async () => await api('DELETE', '/api/me/image'),
    onSuccess: () => showVersion(null),
  })
}

function showVersion(imageVersion: string | null): void {
  queryClient.setQueryData<Me | null>(['me'], (me) => (me ? { ...me, imageVersion } : me))
}
