const REASONS = ['changed', 'forgotten'] as const

/** Why a person replaces their PIN. */
export type NewPinReason = (typeof REASONS)[number]

/** Router state for `/setup-pin`. Only screens that ask for the password set it. */
export function newPinState(reason: NewPinReason, from?: string): unknown {
  return { newPin: reason, from }
}

/** Reads the reason for a new PIN from the router state. Returns null if there is none. */
export function newPinReason(state: unknown): NewPinReason | null {
  if (typeof state !== 'object' || state === null || !('newPin' in state)) return null
  return REASONS.find((reason) => reason === state.newPin) ?? null
}
