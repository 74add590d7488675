/** What a caller of Termii shows with every call, and the one sender that is approved for it. */
export type TermiiAccount = { readonly apiKey: string; readonly senderId: string }

/** What this world accepts, unless it is given another. Public on purpose. */
export const SANDBOX_TERMII_ACCOUNT: TermiiAccount = { apiKey: 'jara_sandbox_termii_key', senderId: 'Jara' }
