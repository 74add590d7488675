import type { LightMyRequestResponse } from 'fastify'
import type { AuthenticatorOffer, RecoveryCodesAnswer } from '#contract/factors.ts'
import type { SecondStep, SecondStepNeeded } from '#contract/second-step.ts'
import { codeOfStep } from '#server/identity/mfa/one-time-code.ts'
import { type Accounts, type Browser, PASSWORD } from './accounts.ts'

const STEP_MS = 30_000

/** An authenticator app with one secret, on its account's clock. */
export type AuthenticatorApp = { code(stepsOff?: number): string }

/** Base32 as an app reads it. */
function bytesOf(base32: string): Uint8Array {
  const bits = [...base32].map((each) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(each).toString(2).padStart(5, '0'))
  return Uint8Array.from(
    bits
      .join('')
      .match(/.{8}/g)
      ?.map((byte) => Number.parseInt(byte, 2)) ?? [],
  )
}

export function appWith(accounts: { readonly clock: Accounts['clock'] }, secret: string): AuthenticatorApp {
  return {
    code: (stepsOff = 0) =>
      codeOfStep(bytesOf(secret), Math.floor(accounts.clock.now().getTime() / STEP_MS) + stepsOff),
  }
}

/** Adds an authenticator app to an account in a fresh session; the code that confirmed it is used up. */
export async function addApp(
  accounts: Accounts,
  browser: Browser,
): Promise<AuthenticatorApp & { recoveryCodes: string[] | null }> {
  const { secret } = (await browser.send('POST', '/api/authenticator')).json<AuthenticatorOffer>()
  const app = appWith(accounts, secret)
  const confirmed = await browser.send('PUT', '/api/authenticator', { code: app.code() })
  if (confirmed.statusCode !== 200) throw new Error(`not confirmed: ${confirmed.body}`)
  return { ...app, recoveryCodes: confirmed.json<RecoveryCodesAnswer>().recoveryCodes }
}

/** Email and correct password, from a browser other than the account's own. */
export async function beginSignIn(browser: Browser, email: string, password = PASSWORD): Promise<SecondStep> {
  const body = { email, password, device: { publicKey: browser.device.publicKey } }
  const answer = await browser.send('POST', '/api/sessions', body)
  if (answer.statusCode !== 202) throw new Error(`no second step: ${answer.body}`)
  return answer.json<SecondStepNeeded>().secondStep
}

export async function finishSignIn(browser: Browser, token: string, proof: object): Promise<LightMyRequestResponse> {
  return await browser.send('POST', '/api/sessions/second-step', { token, proof })
}
