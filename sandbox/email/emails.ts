import type { SandboxEmail } from '#sandbox/events.ts'
import type { World } from '#sandbox/world.ts'

/** The emails still stored, newest first; only those to one address if given, whatever its case. */
export function emailsTo(world: World, to?: string): SandboxEmail[] {
  const wanted = to?.trim().toLowerCase() ?? ''
  return world.state.emails.filter((email) => wanted === '' || email.to.toLowerCase() === wanted).reverse()
}
