import type { PasswordCost } from '#server/platform/crypto/password-cost.ts'

/** What a hash really costs is claimed by server/identity/sign-in/passwords.test.ts; here it would be half of each registration. */
export const CHEAP_PASSWORDS: PasswordCost = { memory: 64, passes: 1, parallelism: 1 }
