import { NETWORKS, readTypedPhone, suggestNetwork } from '#contract/phones.ts'
import type { Network } from '#contract/purchases.ts'

/** A network and the number it belongs to. `isSaved`: it came with a saved number. */
export type NetworkChoice = { readonly network: Network; readonly phone: string; readonly isSaved: boolean }

/** The network of a number, and why it is that one. */
export type KnownNetwork = {
  readonly network: Network | null
  readonly why: 'chosen' | 'saved' | 'number' | null
}

/**
 * A choice holds for its own number. Every other number brings the network it was first given by; a network that the person
 * tapped stays only while the number says none.
 */
export function networkOf(choice: NetworkChoice | null, phone: string): KnownNetwork {
  if (choice !== null && isSameNumber(choice.phone, phone)) {
    return { network: choice.network, why: choice.isSaved ? 'saved' : 'chosen' }
  }
  const suggested = suggestNetwork(phone)
  if (suggested !== null) return { network: suggested, why: 'number' }
  return choice === null || choice.isSaved ? { network: null, why: null } : { network: choice.network, why: 'chosen' }
}

/** Whether a value from storage is one. */
export function isNetworkChoice(value: unknown): value is NetworkChoice {
  if (typeof value !== 'object' || value === null) return false
  const { network, phone, isSaved } = value as Record<string, unknown>
  const isNetwork = typeof network === 'string' && Object.hasOwn(NETWORKS, network)
  return isNetwork && typeof phone === 'string' && typeof isSaved === 'boolean'
}

function isSameNumber(one: string, other: string): boolean {
  const number = readTypedPhone(one)
  return number === null ? one === other : number === readTypedPhone(other)
}
