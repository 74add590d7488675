import type { ChangeEvent } from '#contract/events.ts'

/**
 * Tells open pages that something of a user's changed. Always published after the commit; losing one costs nothing,
 * because a page reads the truth again whenever it reconnects.
 */
export interface Events {
  publish(userId: string, event: ChangeEvent): void
  /** Calls back for each event of that user from any node; answers a function that stops. */
  subscribe(userId: string, onEvent: (event: ChangeEvent) => void): () => void
}
