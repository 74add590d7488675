/** Loopback, as people write it where an address goes. */
export function isThisMachine(host: string): boolean {
  return ['localhost', '[::1]', '::1'].includes(host) || /^127\.\d/.test(host)
}

/** The database is on this machine, or reached over TLS with its certificate and name checked. */
export function isConnectionSecure(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return false
  const { hostname, searchParams } = new URL(databaseUrl)
  // As the driver reads it: `host` in the query goes before the one in the address, and a path is a socket.
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  // Said twice, the driver may take the other one.
  const isSaidTwice = ['host', 'sslmode'].some((name) => searchParams.getAll(name).length > 1)
  // Without a host the driver takes PGHOST, whatever that is.
  const isHere = host.startsWith('/') || isThisMachine(host)
  return !isSaidTwice && (isHere || searchParams.get('sslmode') === 'verify-full')
}
