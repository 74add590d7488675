import { type Clock, isWithin } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Answer } from './answer.ts'

/** The last read of a list. */
export type Listed<Item> = { readonly items: readonly Item[]; readonly readAtMs: number }

/**
 * A provider's list, cached in this process: read again once it is `freshMs` old, by one request at a time. A caller may
 * ask for a fresher list. While the provider does not answer, the old list is used. `toItems` runs once per read.
 *
 * @throws AppError `provider.unavailable` when none is known yet
 */
export function cachedList<Told, Item>(of: {
  readonly clock: Clock
  readonly freshMs: number
  readonly read: () => Promise<Answer<readonly Told[]>>
  readonly toItems: (told: readonly Told[], readAtMs: number) => readonly Item[]
}): (freshMs?: number) => Promise<Listed<Item>> {
  let known: Listed<Item> | null = null
  let reading: Promise<void> | null = null

  async function readAgain(nowMs: number): Promise<void> {
    const answer = await of.read()
    if (answer.outcome === 'succeeded') known = { items: of.toItems(answer.value, nowMs), readAtMs: nowMs }
  }

  return async (freshMs = of.freshMs) => {
    const nowMs = of.clock.now().getTime()
    if (known === null || !isWithin(known.readAtMs, freshMs, nowMs)) {
      reading ??= readAgain(nowMs).finally(() => {
        reading = null
      })
      await reading
    }
    if (known === null) throw new AppError('provider.unavailable')
    return known
  }
}
