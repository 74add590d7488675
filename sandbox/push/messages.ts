import type { SandboxPush } from '#sandbox/events.ts'
import type { World } from '#sandbox/world.ts'

/** What browsers would show now, newest first: the last message of each topic, none that has expired. */
export function pushMessages(world: World, subscription?: string): SandboxPush[] {
  const now = world.now().getTime()
  return world.state.pushMessages
    .filter((each) => subscription === undefined || each.subscription === subscription)
    .filter((each) => Date.parse(each.at) + each.ttlS * 1_000 > now)
    .reverse()
}
