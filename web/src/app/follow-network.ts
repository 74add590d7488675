import { type Line, line, noticeAnswer, onLineChange } from '#web/lib/online.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** How often Jara is asked again while it does not answer, ms. */
const ASK_AGAIN_MS = 10_000

/** Refetches everything on the screen once Jara can be reached again. Until then it is shown with its age. */
export function followNetwork(): void {
  // Failures on the old network say nothing about the new one.
  addEventListener('online', noticeAnswer)
  let before: Line = line()
  let asking: ReturnType<typeof setInterval> | undefined
  onLineChange(() => {
    const now = line()
    if (now === before) return
    before = now
    clearInterval(asking)
    if (now === 'open') void queryClient.invalidateQueries()
    // An event stream that is still open does not tell when requests get through again.
    if (now === 'silent') asking = setInterval(() => void queryClient.refetchQueries(SMALL), ASK_AGAIN_MS)
  })
}

const SMALL = { queryKey: ['installation'] }
