const NAMES: Readonly<Record<string, string>> = { jara: 'Jara', paystack: 'Paystack', vtpass: 'VTpass' }

/** A provider as operators read it, by the name in the ledger; without an entry, that name itself. */
export function providerName(provider: string): string {
  return Object.hasOwn(NAMES, provider) ? (NAMES[provider] ?? provider) : provider
}
