import { origin } from './origin.ts'

/** Where operators open the console. Left out: at PUBLIC_URL, beside the wallet. */
export const consoleSettings = { CONSOLE_ORIGIN: origin.optional() }

type Read = {
  readonly JARA_MODE: 'sandbox' | 'live'
  readonly JARA_ROLE: 'all' | 'web' | 'worker' | 'console'
  readonly CONSOLE_ORIGIN?: string | undefined
  readonly DATABASE_URL?: string | undefined
}

/** Which addresses a process answers under, and whom it serves there. */
export type Serving = {
  /** Where operators open the console, without a trailing slash: their passkeys, cookie and links follow it. */
  readonly consoleUrl: string
  readonly servesCustomers: boolean
  readonly servesConsole: boolean
}

/** `publicUrl`: as in Config. */
export function servingOf(read: Read, publicUrl: string): Serving {
  const consoleUrl = read.CONSOLE_ORIGIN === undefined ? publicUrl : new URL(read.CONSOLE_ORIGIN).origin
  const servesCustomers = read.JARA_ROLE === 'all' || read.JARA_ROLE === 'web'
  return {
    consoleUrl,
    servesCustomers,
    servesConsole: read.JARA_ROLE === 'console' || (servesCustomers && consoleUrl === publicUrl),
  }
}

/**
 * What cannot be: a sentence for each, with the name of its setting. Live mode needs both settings by itself. `publicUrl`: as in
 * Config.
 */
export function consoleContradictions(
  { CONSOLE_ORIGIN, DATABASE_URL, JARA_MODE, JARA_ROLE }: Read,
  publicUrl: string,
): string[] {
  const isMissing = JARA_MODE === 'live' && (CONSOLE_ORIGIN === undefined || DATABASE_URL === undefined)
  if (isMissing) return []
  const isApart = CONSOLE_ORIGIN !== undefined && new URL(CONSOLE_ORIGIN).origin !== publicUrl
  if (JARA_ROLE === 'console' && !isApart)
    return ['JARA_ROLE: a console process needs CONSOLE_ORIGIN, an address of its own beside PUBLIC_URL']
  if (isApart && DATABASE_URL === undefined)
    return ['CONSOLE_ORIGIN: a console with an address of its own is a process of its own, so it needs DATABASE_URL']
  return []
}
