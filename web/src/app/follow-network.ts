import { noticeAnswer } from '#web/lib/online.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** When the network comes back everything on the screen is refetched; until then it is shown with its age. */
export function followNetwork(): void {
  addEventListener('online', () => {
    // Failures on the old network say nothing about the new one.
    noticeAnswer()
    void queryClient.invalidateQueries()
  })
}
