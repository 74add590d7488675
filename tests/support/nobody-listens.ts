/**
 * A local port without a server. Tests use it as the sandbox's port, so that they never call a Jara running on the
 * default ports.
 */
export const NOBODY_LISTENS = { port: '1', url: 'http://localhost:1' } as const
