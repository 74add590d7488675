/** Real books would be read over a connection that does not verify the server. */
export class UnverifiedConnectionError extends Error {
  override readonly name = 'UnverifiedConnectionError'
}

/** @throws UnverifiedConnectionError when the server is another machine and its certificate and name are not checked */
export function requireVerifiedConnection(url: string): void {
  if (isVerifiedConnection(url)) return
  throw new UnverifiedConnectionError('the address of a live database on another machine needs sslmode=verify-full')
}

function isVerifiedConnection(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, searchParams } = new URL(url)
  // The driver takes `host` of the query before the one in the address, and of two it may take either.
  if (['host', 'sslmode'].some((name) => searchParams.getAll(name).length > 1)) return false
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const isHere = /^(?:\/|localhost$|::1$|\[::1\]$|127\.\d)/.test(host)
  return isHere || searchParams.get('sslmode') === 'verify-full'
}
