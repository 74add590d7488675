/**
 * A port of this machine where nobody listens. Tests whose sandbox world is elsewhere name it as the sandbox's own, so that a product that
 * runs beside them, on the usual ports, is never asked.
 */
export const NOBODY_LISTENS = { port: '1', url: 'http://localhost:1' } as const
