import { z } from 'zod'
import { DEFAULT_BRAND } from '#contract/constants.ts'
import { parseSecret, SECRET_FORM } from '#server/platform/crypto/secret.ts'
import { whyRefusedLevel, whyWeak } from './live-refusals.ts'
import { EVERYBODY, MODES, ROLES, type SettingRows } from './setting.ts'

// Settings that Config holds as read: their rows need no code.

export const processSettings = {
  JARA_MODE: {
    type: z.enum(MODES),
    default: 'sandbox',
    sharedWithSandbox: true,
    target: 'mode',
    meaning: '`sandbox` or `live`.',
    live: {
      why: 'Turns live mode on. A sandbox refuses a live key and a live database.',
      wrong: ['production', 'LIVE'],
    },
  },
  JARA_ROLE: {
    type: z.enum(ROLES),
    default: 'all',
    target: 'role',
    meaning:
      '`all`, `web` (serves requests), `worker` (runs jobs), `console` (serves the operator console, at `CONSOLE_ORIGIN`, and nothing else).',
    live: { why: 'One process does everything.', wrong: ['both', 'Web'] },
  },
} as const satisfies SettingRows

const secret = z.string().refine((text) => parseSecret(text) !== null, SECRET_FORM)

export const secretSettings = {
  JARA_SECRET: {
    type: secret,
    secret: true,
    target: 'secretHex',
    meaning:
      'An even number of hexadecimal digits, at least 64; live mode requires it and refuses one that is not random.',
    unset: 'created in `DATA_DIR`',
    live: {
      neededBy: EVERYBODY,
      needs: `one of its own, ${SECRET_FORM}`,
      why: 'All keys are derived from it, and every process needs the same one.',
      refuse: whyWeak,
      wrong: ['secret', 'f'.repeat(64), '0123456789abcdef'.repeat(4)],
    },
  },
  JARA_SECRET_BEFORE: {
    type: secret,
    secret: true,
    target: 'secretBeforeHex',
    meaning: 'The previous secret, only [during a change](../operate/secret.md); the same format.',
    live: { why: 'Only during a change of the secret.', refuse: whyWeak, wrong: ['a1'.repeat(32)] },
  },
} as const satisfies SettingRows

export const brandSettings = {
  JARA_BRAND: {
    type: z.string().min(1).max(40),
    default: DEFAULT_BRAND,
    target: 'brand',
    meaning: 'The product name on the screens.',
    live: { why: 'The product’s name.', wrong: ['a name of more than forty letters and spaces'] },
  },
} as const satisfies SettingRows

/** Off in a sandbox unless set; always on in live mode. */
const safeguard = {
  type: z.enum(['on', 'off']).transform((text) => text === 'on'),
  default: { sandbox: 'off', live: 'on' },
  unset: '`off`, in live mode always `on`',
} as const
const alwaysOn = (sentence: string) => ({
  why: 'It cannot be switched off.',
  refuse: (isOn: boolean) => (isOn ? null : sentence),
  wrong: ['off', 'no'],
})

export const safeguardSettings = {
  EMAIL_PROOF: {
    ...safeguard,
    target: 'emailProof',
    meaning: 'An email address is proved with a code before an account is opened with it.',
    live: alwaysOn('live mode proves every email'),
  },
  NEW_LIMIT: {
    ...safeguard,
    target: 'newLimit',
    meaning: '₦20,000 in total for the first 24 hours of an account, a device, a PIN or a password.',
    live: alwaysOn('live mode limits new accounts and devices'),
  },
  APPROVAL_PAUSE: {
    ...safeguard,
    target: 'approvalPause',
    meaning:
      'An approval within 1.5 seconds of its terms, or of the payment before, is refused: nobody reads that fast.',
    live: alwaysOn('live mode refuses what comes faster than anybody reads'),
  },
} as const satisfies SettingRows

export const loadSettings = {
  REQUESTS_PER_MINUTE: {
    type: z.coerce.number().int().min(10),
    default: { sandbox: '6000', live: '600' },
    target: 'requestsPerMinute',
    meaning: 'API requests one address may send.',
    live: {
      why: 'More than a person needs, and low enough against a flood from one address.',
      wrong: ['9', 'many'],
    },
  },
  REQUESTS_AT_ONCE: {
    type: z.coerce.number().int().min(16),
    default: '256',
    target: 'requestsAtOnce',
    meaning: 'API requests one process handles at once; more are refused: [Overload](../operate/overload.md).',
    live: { why: 'The value one process was measured with.', wrong: ['15', 'many'] },
  },
} as const satisfies SettingRows

export const logSettings = {
  LOG_LEVEL: {
    type: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    default: 'info',
    target: 'logLevel',
    meaning: '`silent`, `fatal` to `debug`; live mode writes no `debug` lines, and always its alarms (`error`).',
    unset: '`info` (`warn` under `npm start` in sandbox mode)',
    live: {
      why: 'Includes security events and alarms.',
      refuse: whyRefusedLevel,
      wrong: ['debug', 'silent', 'fatal', 'verbose'],
    },
  },
} as const satisfies SettingRows
