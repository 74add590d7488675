/** Close functions of the open sheets, dialogs and menus. The topmost is last. */
const layers: (() => void)[] = []

/** Adds a layer on top. Returns a function that removes it. */
export function addLayer(close: () => void): () => void {
  layers.push(close)
  return () => void layers.splice(layers.lastIndexOf(close), 1)
}

export function hasLayer(): boolean {
  return layers.length > 0
}

/** Asks the topmost layer to close. A busy layer stays open. */
export function closeTopLayer(): void {
  layers.at(-1)?.()
}
