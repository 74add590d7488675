/** The credentials of a caller of Termii, and the one sender approved for it. */
export type TermiiAccount = { readonly apiKey: string; readonly senderId: string }

/** What this world accepts by default. Public on purpose. */
export const SANDBOX_TERMII_ACCOUNT: TermiiAccount = { apiKey: 'jara_sandbox_termii_key', senderId: 'Jara' }
