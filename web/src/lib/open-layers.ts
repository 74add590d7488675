/** What closes each layer that covers the screen: sheets, dialogs and the menu. The topmost is the last. */
const layers: (() => void)[] = []

/** Adds a layer on top. Returns what takes it out again. */
export function addLayer(close: () => void): () => void {
  layers.push(close)
  return () => void layers.splice(layers.lastIndexOf(close), 1)
}

/** Closes the topmost layer, or lets it refuse. False if none is open. */
export function closeTopLayer(): boolean {
  const close = layers.at(-1)
  close?.()
  return close !== undefined
}
