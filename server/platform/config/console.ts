import { whyRefusedOrigin } from './live-refusals.ts'
import { origin, publicUrlOf } from './origin.ts'
import type { Mode, Role, SettingRows } from './setting.ts'

const OPERATORS = ['all', 'web', 'console', 'command'] as const

export const consoleSettings = {
  CONSOLE_ORIGIN: {
    type: origin,
    target: 'consoleUrl',
    meaning:
      'The one address operators open, without a path: their passkeys, cookie and links depend on it. Any other than `PUBLIC_URL` takes the console off the public address: [A console of its own](../operate/go-live.md#a-console-of-its-own).',
    unset: 'that of `PUBLIC_URL`; in live mode none',
    live: {
      neededBy: OPERATORS,
      readBy: OPERATORS,
      needs:
        'the https address where operators sign in: that of PUBLIC_URL, or one of its own, which JARA_ROLE=console serves behind a VPN',
      why: 'Whether the public address serves the console is never a matter of chance. Operators’ passkeys are bound to this name.',
      refuse: whyRefusedOrigin,
      wrong: ['http://console.example.ng', 'https://console', 'https://console.example.ng:8443', 'console.example.ng'],
    },
  },
} as const satisfies SettingRows

type Read = Parameters<typeof publicUrlOf>[0] & {
  readonly JARA_MODE: Mode
  readonly JARA_ROLE: Role
  readonly CONSOLE_ORIGIN?: string | undefined
  readonly DATABASE_URL?: string | undefined
}

/** Where operators open the console, without a trailing slash: their passkeys, cookie and links follow it. */
export function consoleUrlOf(read: Read): string {
  return read.CONSOLE_ORIGIN === undefined ? publicUrlOf(read) : new URL(read.CONSOLE_ORIGIN).origin
}

/** Whether this process serves the wallet. */
export function servesCustomers({ JARA_ROLE }: Read): boolean {
  return JARA_ROLE === 'all' || JARA_ROLE === 'web'
}

/** Whether this process serves the console. */
export function servesConsole(read: Read): boolean {
  return read.JARA_ROLE === 'console' || (servesCustomers(read) && consoleUrlOf(read) === publicUrlOf(read))
}

/** Contradictions, each a sentence that names its setting. Live mode already demands both settings. */
export function consoleContradictions(read: Read): string[] {
  const { CONSOLE_ORIGIN, DATABASE_URL, JARA_MODE, JARA_ROLE } = read
  const isMissing = JARA_MODE === 'live' && (CONSOLE_ORIGIN === undefined || DATABASE_URL === undefined)
  if (isMissing) return []
  const isApart = consoleUrlOf(read) !== publicUrlOf(read)
  if (JARA_ROLE === 'console' && !isApart)
    return ['JARA_ROLE: a console process needs CONSOLE_ORIGIN, an address of its own beside PUBLIC_URL']
  if (isApart && DATABASE_URL === undefined)
    return ['CONSOLE_ORIGIN: a console with an address of its own is a process of its own, so it needs DATABASE_URL']
  return []
}
