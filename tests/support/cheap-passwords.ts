import type { PasswordCost } from '#server/platform/crypto/password-cost.ts'

/** The real cost, tested in server/identity/sign-in/passwords.test.ts, would be half of each registration here. */
export const CHEAP_PASSWORDS: PasswordCost = { memory: 64, passes: 1, parallelism: 1 }
