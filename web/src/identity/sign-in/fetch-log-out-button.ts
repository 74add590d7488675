import type { ComponentType } from 'react'

/** Cached once it was fetched: the first screens do without it, and one that failed is fetched by the next screen. */
let fetched: ComponentType | null = null

/** The button of every signed-in screen's head, fetched ahead with the screens, so that it is there offline as well. */
export const logOutButton = {
  fetched: (): ComponentType | null => fetched,
  async fetch(): Promise<ComponentType> {
    const { LogOutButton } = await import('./log-out-button.tsx')
    fetched = LogOutButton
    return LogOutButton
  },
}
