import { useMutation } from '@tanstack/react-query'
import type { ImageAnswer, Me } from '#contract/accounts.ts'
import { PROFILE_IMAGE_SIDE_PX } from '#contract/constants.ts'
import { api, offlineError, UnansweredError } from '#web/lib/api.ts'
import { isOnline } from '#web/lib/online.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** Room for the server to choose its square from. */
const SIZE = { side: 'shorter', px: 2 * PROFILE_IMAGE_SIDE_PX } as const

export function useSetImage() {
  return useMutation({
    mutationFn: async (file: File) => await api<ImageAnswer>('PUT', '/api/me/image', await draw(file)),
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

/** Fetches what draws pictures first: no form that asks for a PIN needs it. */
async function draw(file: File): Promise<Blob> {
  const { smallPicture } = await import('#web/ui/pictures/small-picture.ts').catch((cause: unknown) => {
    throw isOnline() ? new UnansweredError(cause) : offlineError('PUT', cause)
  })
  return await smallPicture(file, SIZE)
}
