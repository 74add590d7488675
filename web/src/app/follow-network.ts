import { type Line, line, noticeAnswer, onLineChange } from '#web/lib/online.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** How often to try Jara again while it does not answer, ms. */
const TRY_AGAIN_MS = 10_000
/** A small request, to find out whether Jara answers. */
const PROBE = { queryKey: ['installation'] }

/** Refetches everything on the screen once Jara can be reached again. Until then the screen shows its data's age. */
export function followNetwork(): void {
  // Failures on the previous network do not count.
  addEventListener('online', noticeAnswer)
  let before: Line = line()
  let probing: ReturnType<typeof setInterval> | undefined
  onLineChange(() => {
    const now = line()
    if (now === before) return
    before = now
    clearInterval(probing)
    if (now === 'open') void queryClient.invalidateQueries()
    // An open event stream does not show whether requests get through again.
    if (now === 'silent') probing = setInterval(() => void queryClient.refetchQueries(PROBE), TRY_AGAIN_MS)
  })
}
