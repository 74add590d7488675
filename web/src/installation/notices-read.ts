const read = new Map<string, readonly string[]>()

/**
 * Which bank notices were closed for this purchase since the page was loaded. A notice that still holds is said again after a
 * reload, and for another purchase.
 */
export function noticesRead(orderId: string): readonly string[] {
  return read.get(orderId) ?? []
}

export function rememberNoticesRead(orderId: string, contents: readonly string[]): void {
  read.set(orderId, contents)
}
