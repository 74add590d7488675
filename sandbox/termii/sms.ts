import type { SandboxSms } from '#sandbox/events.ts'
import type { World } from '#sandbox/world.ts'

/** The SMS the world still has, newest first; those to one number when it is named, in whichever form. */
export function smsTo(world: Pick<World, 'state'>, to?: string): SandboxSms[] {
  const wanted = nationalDigits(to ?? '')
  return world.state.sms.filter((each) => wanted === '' || nationalDigits(each.to) === wanted).reverse()
}

function nationalDigits(number: string): string {
  return number.replaceAll(/\D/g, '').replace(/^(?:234|0)/, '')
}
