import type { Me } from '#contract/accounts.ts'

/** Where a person has to go first; null when nothing is in the way. */
export function requiredScreen(me: Me | null): string | null {
  if (me === null) return '/signin'
  // Without a working PIN and without a passkey the password is the only way in. A new PIN needs a fresh full sign-in.
  if (me.locked) return me.pinSet && (!me.pinOff || me.passkeyCount > 0) ? '/pin' : '/signin'
  if (me.pinSet) return null
  return me.fresh ? '/setup-pin' : '/signin'
}
