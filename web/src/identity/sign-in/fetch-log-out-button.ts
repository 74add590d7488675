import type { View } from '#web/lib/jsx/elements.ts'

/** Cached once fetched. The first screens work without it; after a failure, the next screen fetches it. */
let fetched: View | null = null

/** The button of every signed-in screen's head, fetched ahead with the screens, so that it is there offline as well. */
export const logOutButton = {
  fetched: (): View | null => fetched,
  async fetch(): Promise<View> {
    const { LogOutButton } = await import('./log-out-button.tsx')
    fetched = LogOutButton
    return LogOutButton
  },
}
