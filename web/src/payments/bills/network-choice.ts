import { NETWORKS, readTypedPhone, suggestNetwork } from '#contract/phones.ts'
import type { Network } from '#contract/purchases.ts'

/** A network chosen for one number. `isSaved`: it comes from a saved number. */
export type NetworkChoice = { readonly network: Network; readonly phone: string; readonly isSaved: boolean }

/** A number's network, and where it comes from. */
export type KnownNetwork = {
  readonly network: Network | null
  readonly why: 'chosen' | 'saved' | 'number' | null
}

/**
 * A choice applies to its own number. Any other number gets the network of its prefix. A tapped network also stays
 * while the number has no known prefix.
 */
export function networkOf(choice: NetworkChoice | null, phone: string): KnownNetwork {
  if (choice !== null && isSameNumber(choice.phone, phone)) {
    return { network: choice.network, why: choice.isSaved ? 'saved' : 'chosen' }
  }
  const suggested = suggestNetwork(phone)
  if (suggested !== null) return { network: suggested, why: 'number' }
  return choice === null || choice.isSaved ? { network: null, why: null } : { network: choice.network, why: 'chosen' }
}

/** Checks a value from storage. */
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
