const read = new Map<string, readonly string[]>()

/**
 * The bank notices closed for this purchase since the page was loaded. A notice still in force shows again after a
 * reload, and for another purchase.
 */
export function closedNotices(orderId: string): readonly string[] {
  return read.get(orderId) ?? []
}

export function rememberClosedNotices(orderId: string, contents: readonly string[]): void {
  read.set(orderId, contents)
}
