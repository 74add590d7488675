import type { SandboxEmail } from '#sandbox/events.ts'
import type { World } from '#sandbox/world.ts'

/** The emails the world still has, newest first; those to one address when it is named, in capitals or not. */
export function emailsTo(world: World, to?: string): SandboxEmail[] {
  const wanted = to?.trim().toLowerCase() ?? ''
  return world.state.emails.filter((email) => wanted === '' || email.to.toLowerCase() === wanted).reverse()
}
