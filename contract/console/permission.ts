import type { Role } from './roles.ts'

/** `makers` may do it or, where there are `checkers`, ask for it; another operator among `checkers` confirms it. */
export type Permission = { readonly makers: readonly Role[]; readonly checkers?: readonly Role[] }
