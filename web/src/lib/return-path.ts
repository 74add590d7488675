/** The address the person wanted before a sign-in or PIN came first: a path of ours, from the router's state. */
export function returnPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/dashboard'
  const { from } = state
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : '/dashboard'
}
