/** The package that verifies passkeys has some 370 files. They are loaded with the first passkey: no start waits for them. */
export async function loadWebauthn() {
  const [ceremonies, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  return { ...helpers, ...ceremonies }
}
