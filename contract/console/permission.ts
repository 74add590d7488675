import type { Role } from './roles.ts'

/** `make`: who may do it or, where there is a `check`, ask for it. `check`: which other operator may confirm it. */
export type Permission = { readonly make: readonly Role[]; readonly check?: readonly Role[] }
