import type { SandboxSms } from '#sandbox/events.ts'
import type { World } from '#sandbox/world.ts'

/** The SMS still stored, newest first; only those to one number if given, in any format. */
export function smsTo(world: Pick<World, 'state'>, to?: string): SandboxSms[] {
  const wanted = nationalDigits(to ?? '')
  return world.state.sms.filter((each) => wanted === '' || nationalDigits(each.to) === wanted).reverse()
}

function nationalDigits(number: string): string {
  return number.replaceAll(/\D/g, '').replace(/^(?:234|0)/, '')
}
