/** Whether the host is loopback, in any spelling used in addresses. */
export function isThisMachine(host: string): boolean {
  return ['localhost', '[::1]', '::1'].includes(host) || /^127\.\d/.test(host)
}

/** The database is on this machine, or reached over TLS with its certificate and name checked. */
export function isConnectionSecure(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return false
  const { hostname, searchParams } = new URL(databaseUrl)
  // Like the driver: `host` in the query overrides the address, and a path is a socket.
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  // If a value is given twice, the driver may use the other one.
  const isSaidTwice = ['host', 'sslmode'].some((name) => searchParams.getAll(name).length > 1)
  // Without a host the driver uses PGHOST, whatever its value.
  const isHere = host.startsWith('/') || isThisMachine(host)
  return !isSaidTwice && (isHere || searchParams.get('sslmode') === 'verify-full')
}
