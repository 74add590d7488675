/** The credentials of a caller of VTpass: the first on every call, the second on GET, the third on POST. */
export type VtpassKeys = { readonly apiKey: string; readonly publicKey: string; readonly secretKey: string }

/** The keys this world accepts by default. Public on purpose. */
export const SANDBOX_VTPASS_KEYS: VtpassKeys = {
  apiKey: 'jara_sandbox_vtpass_key',
  publicKey: 'PK_jara_sandbox',
  secretKey: 'SK_jara_sandbox',
}
