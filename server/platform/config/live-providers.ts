import type { SettingName } from './environment.ts'
import { whyRefusedWebhook, whyTheSandboxes } from './live-refusals.ts'
import type { LiveSetting } from './live-setting.ts'
import {
  PAYSTACK_LIVE_URL,
  PROVIDERS_OTHERWISE,
  SANDBOX_PAYSTACK_KEY,
  SANDBOX_VTPASS,
  VTPASS_LIVE_URLS,
  whyRefusedCallback,
  whyRefusedProvider,
} from './providers.ts'
import { SANDBOX_TERMII, SMS_PRICE_OTHERWISE } from './sms.ts'

const EVERYBODY = ['all', 'web', 'worker', 'console', 'command'] as const
const TEXTERS = ['all', 'web', 'worker'] as const
const NOBODY = [] as const

/** The settings of the outside parties that move money, deliver bills and send SMS. */
export const LIVE_PROVIDERS = {
  PROVIDERS: {
    neededBy: NOBODY,
    otherwise: PROVIDERS_OTHERWISE,
    why: 'The first of each kind handles everything new. What was begun with a missing one waits.',
    wrong: ['flutterwave,vtpass', 'paystack', 'paystack,paystack,vtpass'],
  },
  PAYSTACK_SECRET_KEY: {
    neededBy: EVERYBODY,
    needs: 'a live key',
    why: 'Money moves only at Paystack.',
    refuse: (key) => (key.startsWith('sk_live_') ? null : 'live mode needs a live key'),
    wrong: [SANDBOX_PAYSTACK_KEY, 'sk_test_0123456789'],
  },
  PAYSTACK_BASE_URL: {
    neededBy: NOBODY,
    otherwise: PAYSTACK_LIVE_URL,
    why: 'Paystack has no other.',
    refuse: (url) => whyRefusedProvider(url, [PAYSTACK_LIVE_URL]),
    wrong: ['http://api.paystack.co', 'http://localhost:3001/paystack', 'https://api.paystack.co.example.ng'],
  },
  VTPASS_API_KEY: {
    neededBy: EVERYBODY,
    needs: 'your own',
    why: 'Bills are bought only at VTpass.',
    refuse: whyTheSandboxes(SANDBOX_VTPASS.apiKey),
    wrong: [SANDBOX_VTPASS.apiKey, 'short'],
  },
  VTPASS_PUBLIC_KEY: {
    neededBy: EVERYBODY,
    needs: 'your own',
    why: 'As `VTPASS_API_KEY`.',
    refuse: whyTheSandboxes(SANDBOX_VTPASS.publicKey),
    wrong: [SANDBOX_VTPASS.publicKey, 'no prefix'],
  },
  VTPASS_SECRET_KEY: {
    neededBy: EVERYBODY,
    needs: 'your own',
    why: 'As `VTPASS_API_KEY`.',
    refuse: whyTheSandboxes(SANDBOX_VTPASS.secretKey),
    wrong: [SANDBOX_VTPASS.secretKey, 'no prefix'],
  },
  VTPASS_CALLBACK_SECRET: {
    neededBy: ['all', 'web'],
    needs: 'your own',
    why: 'VTpass signs no callbacks: their address is the secret. A worker and the console receive none.',
    refuse: whyRefusedCallback,
    wrong: [SANDBOX_VTPASS.callbackSecret, 'abcabcabcabcabcabcabcabc', 'twenty-and-one-lett3r'],
  },
  VTPASS_BASE_URL: {
    neededBy: NOBODY,
    otherwise: VTPASS_LIVE_URLS[0],
    why: 'VTpass has one other address; no third is accepted.',
    refuse: (url) => whyRefusedProvider(url, VTPASS_LIVE_URLS),
    wrong: ['http://vtpass.com/api', 'https://sandbox.vtpass.com/api'],
  },
  TERMII_URL: {
    neededBy: NOBODY,
    readBy: TEXTERS,
    why: 'SMS alerts are not offered. The address of your account at Termii; with `TERMII_API_KEY` and `TERMII_SENDER_ID` or not at all.',
    refuse: whyRefusedWebhook,
    wrong: [
      'http://v3.api.termii.com',
      'https://localhost/termii',
      'http://localhost:3001/termii',
      'v3.api.termii.com',
    ],
  },
  TERMII_API_KEY: {
    neededBy: NOBODY,
    readBy: TEXTERS,
    why: 'As `TERMII_URL`. A web process sends the codes that prove numbers, a worker the alerts.',
    refuse: whyTheSandboxes(SANDBOX_TERMII.apiKey),
    wrong: [SANDBOX_TERMII.apiKey, 'short'],
  },
  TERMII_SENDER_ID: {
    neededBy: NOBODY,
    readBy: TEXTERS,
    why: 'As `TERMII_URL`. The sender that Termii has approved for you.',
    wrong: ['ab', 'longerthan11', 'My-Wallet'],
  },
  SMS_PRICE_KOBO: {
    neededBy: NOBODY,
    otherwise: SMS_PRICE_OTHERWISE,
    why: 'Six naira. Customers see the price before they say yes.',
    wrong: ['0', '6.00', '10001'],
  },
} as const satisfies Readonly<Partial<Record<SettingName, LiveSetting>>>
