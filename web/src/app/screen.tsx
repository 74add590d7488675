import { lazy, useState } from 'react'
import type { View } from '#web/lib/jsx/elements.ts'

type File = { readonly default: View }

const fetchers = new WeakMap<View, () => Promise<File>>()

/**
 * A screen in a file of its own. A fetched screen shows at once. Otherwise the Suspense around it waits, and React
 * keeps its fallback for at least 300 ms, however soon the file arrives.
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
    // Chosen once: swapping the component would lose what was typed.
    const [Shown] = useState(() => Fetched ?? Waited)
    return <Shown />
  }
  fetchers.set(Screen, fetchOne)
  return Screen
}

/** Fetches a screen before it is shown; ignores other components. A failure is reported when the screen is shown. */
export async function fetchScreen(Screen: View): Promise<void> {
  await fetchers
    .get(Screen)?.()
    .catch(() => undefined)
}
