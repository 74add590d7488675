/**
 * A local port with no server. Tests use it as the sandbox's port, so that they never call a Jara that is running on the default
 * ports.
 */
export const NOBODY_LISTENS = { port: '1', url: 'http://localhost:1' } as const
