/** The connection to real books would not verify the server. */
export class UnverifiedConnectionError extends Error {
  override readonly name = 'UnverifiedConnectionError'
}

/** @throws UnverifiedConnectionError if the server is another machine and its certificate or name is not checked */
export function requireVerifiedConnection(url: string): void {
  if (isVerifiedConnection(url)) return
  throw new UnverifiedConnectionError('the address of a live database on another machine needs sslmode=verify-full')
}

function isVerifiedConnection(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, searchParams } = new URL(url)
  // The driver prefers the query's `host` to the address's host, and with two of them it may take either.
  if (['host', 'sslmode'].some((name) => searchParams.getAll(name).length > 1)) return false
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const isHere = /^(?:\/|localhost$|::1$|\[::1\]$|127\.\d)/.test(host)
  return isHere || searchParams.get('sslmode') === 'verify-full'
}
