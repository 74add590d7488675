import { useMutation } from '@tanstack/react-query'
import type { ImageAnswer, Me } from '#contract/accounts.ts'
import { PROFILE_IMAGE_SIDE_PX } from '#contract/constants.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { smallPicture } from '#web/ui/pictures/small-picture.ts'

/** Large enough for the server to cut its square from. */
const SIZE = { side: 'shorter', px: 2 * PROFILE_IMAGE_SIDE_PX } as const

export function useSetImage() {
  return useMutation({
    mutationFn: async (file: File) => await api<ImageAnswer>('PUT', '/api/me/image', await smallPicture(file, SIZE)),
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
