import type { SandboxEmail, WorldEvent } from './events.ts'
import { isObject } from './unchecked.ts'

type EventType = WorldEvent['type']
type EventOf<Type extends EventType> = Extract<WorldEvent, { type: Type }>

/** The paths of all bigints in a value, such as `transfer.amountKobo`. */
type BigintPath<Value, Path extends string = ''> = Value extends bigint
  ? Path
  : Value extends readonly (infer Item)[]
    ? [BigintPath<Item>] extends [never]
      ? never
      : `${Path}: the log cannot read amounts in lists`
    : Value extends object
      ? {
          [Name in keyof Value & string]: BigintPath<Value[Name], Path extends '' ? Name : `${Path}.${Name}`>
        }[keyof Value & string]
      : never

/**
 * Every kind of event and the bigints in it. JSON has no bigint, so the log stores them as text. A reader tells amounts
 * from other texts by path, not by name, because metadata may use any name. The compiler demands every kind and every
 * amount.
 */
const BIGINTS: { readonly [Type in EventType]: Readonly<Record<BigintPath<EventOf<Type>>, true>> } = {
  'customer.saved': {},
  'account.issued': {},
  'recipient.saved': {},
  'transfer.accepted': { 'transfer.amountKobo': true, 'transfer.feeKobo': true },
  'transfer.moved': {},
  'dashboard.saved': { 'transfer.amount': true },
  'payment.expected': { 'payment.amountKobo': true, 'payment.requestedKobo': true, 'payment.feeKobo': true },
  'payment.received': {
    'payment.amountKobo': true,
    'payment.requestedKobo': true,
    'payment.feeKobo': true,
    'inbound.amountKobo': true,
  },
  'payment.moved': {},
  'inbound.refused': { 'inbound.amountKobo': true },
  'refund.saved': { 'refund.amountKobo': true },
  'delivery.accepted': { 'delivery.amountKobo': true, 'delivery.commissionKobo': true },
  'delivery.moved': {},
  'plan.changed': { 'change.plan.amountKobo': true },
  'fault.set': {},
  'fault.used': {},
  'bank.switched': {},
  'message.queued': {},
  'message.tried': {},
  'email.received': {},
  'push.subscribed': {},
  'push.ended': {},
  'push.received': {},
  'sms.accepted': {},
  'world.reset': {},
}

/** An event as one line of the log, without its line break. */
export function encodeEvent(event: WorldEvent): string {
  return JSON.stringify(event, (_name, value) => (typeof value === 'bigint' ? value.toString() : value))
}

/** @throws if the line is not a known kind of event */
export function decodeEvent(line: string): WorldEvent {
  const event = current(JSON.parse(line))
  if (!Object.hasOwn(BIGINTS, event.type)) throw new Error(`no event is called ${event.type}`)
  for (const path of Object.keys(BIGINTS[event.type])) revive(event, path.split('.'))
  return event
}

/** Older logs store emails under another name. */
function current(event: WorldEvent | { at: string; type: 'letter.received'; letter: SandboxEmail }): WorldEvent {
  return event.type === 'letter.received' ? { at: event.at, type: 'email.received', email: event.letter } : event
}

/** Turns the text at a path back into an amount. If the path ends early, as at a null, there is no amount. */
function revive(holder: unknown, [name = '', ...rest]: readonly string[]): void {
  if (!isObject(holder)) return
  const value = holder[name]
  if (rest.length > 0) revive(value, rest)
  else if (typeof value === 'string') holder[name] = BigInt(value)
}
