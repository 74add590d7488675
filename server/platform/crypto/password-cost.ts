/** What hashing a password costs with Argon2id. */
export type PasswordCost = { readonly memory: number; readonly passes: number; readonly parallelism: number }

/** OWASP's figures: 19 MiB, two passes, one lane; about 25 ms of one core. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
