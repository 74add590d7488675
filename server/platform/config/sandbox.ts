import { type Mode, port, type SettingRows } from './setting.ts'

/** Where the sandbox world is. Live mode has none. */
export const sandboxSettings = {
  SANDBOX_PORT: {
    type: port,
    default: '3001',
    sharedWithSandbox: true,
    target: 'sandboxUrl',
    meaning: 'Where the sandbox world listens.',
    live: { why: 'Live mode has no sandbox world.', wrong: ['0'] },
  },
  SANDBOX_SMTP_PORT: {
    type: port,
    default: '3025',
    sharedWithSandbox: true,
    target: 'mail',
    meaning: 'Where the sandbox world accepts emails.',
    live: { why: 'Only to check that `SMTP_URL` is not the sandbox world’s mail server.', wrong: ['0'] },
  },
} as const satisfies SettingRows

/** The settings that decide where the sandbox world is. */
export type Sandbox = { readonly JARA_MODE: Mode; readonly SANDBOX_PORT: number }

/** Null in live mode. */
export function sandboxUrlOf({ JARA_MODE, SANDBOX_PORT }: Sandbox): string | null {
  return JARA_MODE === 'live' ? null : `http://localhost:${SANDBOX_PORT}`
}
