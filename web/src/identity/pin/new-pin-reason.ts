const REASONS = ['changed', 'forgotten'] as const

/** Why somebody who has a PIN chooses another one. */
export type NewPinReason = (typeof REASONS)[number]

/** What the router keeps for `/setup-pin`. Only screens that ask for the password set it. */
export function newPinState(reason: NewPinReason, from?: string): unknown {
  return { newPin: reason, from }
}

/** Why a new PIN is chosen, from the router's state; null when nobody asked for one. */
export function newPinReason(state: unknown): NewPinReason | null {
  if (typeof state !== 'object' || state === null || !('newPin' in state)) return null
  return REASONS.find((reason) => reason === state.newPin) ?? null
}
