/** Loads the package that verifies passkeys, some 370 files, with the first passkey, so that no start waits for it. */
export async function loadWebauthn() {
  const [ceremonies, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  return { ...helpers, ...ceremonies }
}
