/** What closes each layer that covers the screen: sheets, dialogs and the menu. The topmost is the last. */
const layers: (() => void)[] = []

/** Adds a layer on top. Returns what takes it out again. */
export function addLayer(close: () => void): () => void {
  layers.push(close)
  return () => void layers.splice(layers.lastIndexOf(close), 1)
}

export function hasLayer(): boolean {
  return layers.length > 0
}

/** Closes the topmost layer, or lets it refuse. */
export function closeTopLayer(): void {
  layers.at(-1)?.()
}
