import { lazy, useState } from 'react'
import type { View } from '#web/lib/jsx/elements.ts'

type File = { readonly default: View }

const fetchers = new WeakMap<View, () => Promise<File>>()

/**
 * A screen in a file of its own. One that has been fetched is shown at once. Any other is waited for by the Suspense around
 * it, and what that shows in the meantime React keeps for 300 ms at least, however soon the file is there.
 */
export function screen(load: () => Promise<File>): View {
  let Fetched: View | null = null
  const fetchOne = async () => {
    const file = await load()
    Fetched = file.default
    return file
  }
  const Waited = lazy(fetchOne)
  function Screen() {
    // Chosen once: another component in its place would forget what was typed.
    const [Shown] = useState(() => Fetched ?? Waited)
    return <Shown />
  }
  fetchers.set(Screen, fetchOne)
  return Screen
}

/** Fetches a screen before it is shown; nothing for what is no screen. One that cannot be fetched says so when it is shown. */
export async function fetchScreen(Screen: View): Promise<void> {
  await fetchers
    .get(Screen)?.()
    .catch(() => undefined)
}
