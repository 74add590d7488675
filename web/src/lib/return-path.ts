/** Where the person was going before a door stood in the way: a path of ours, from the router's state. */
export function returnPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/dashboard'
  const { from } = state
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : '/dashboard'
}
