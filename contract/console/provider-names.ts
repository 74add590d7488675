const NAMES: Readonly<Record<string, string>> = { jara: 'Jara', paystack: 'Paystack', vtpass: 'VTpass' }

/** The display name of a provider, by its name in the ledger; without an entry, the ledger's name. */
export function providerName(provider: string): string {
  return Object.hasOwn(NAMES, provider) ? (NAMES[provider] ?? provider) : provider
}
