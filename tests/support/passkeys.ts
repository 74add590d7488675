import type { LightMyRequestResponse } from 'fastify'
import type { NewPasskeyOptions, Passkey, UnlockOptions } from '#contract/passkeys.ts'
import type { SecondStepNeeded } from '#contract/second-step.ts'
import { type Browser, PASSWORD } from './accounts.ts'
import { type Authenticator, type CosePair, challengeToSign, type Forgery, newAuthenticator } from './authenticator.ts'
import type { TestJara } from './jara.ts'
import { type Answered, type Person, PIN, type Refusal } from './person.ts'

type Response = Promise<LightMyRequestResponse>

/** Requests the options for a new passkey. Throws if refused. */
export async function askToAdd(browser: Browser): Promise<NewPasskeyOptions> {
  const answer = await browser.send('POST', '/api/passkeys/options')
  if (answer.statusCode !== 200) throw new Error(`no options: ${answer.body}`)
  return answer.json()
}

/** The whole ceremony of adding a passkey. */
export async function sendNew(
  browser: Browser,
  authenticator: Authenticator,
  of: { name?: string | null; forged?: Forgery; asked?: NewPasskeyOptions } = {},
): Response {
  const { challenge, options } = of.asked ?? (await askToAdd(browser))
  const credential = authenticator.create(options, of.forged)
  return await browser.send('POST', '/api/passkeys', { challenge, credential, name: of.name })
}

/** Adds a passkey to the account and returns the authenticator that holds it. */
export async function addPasskey(
  browser: Browser,
  of: { origin: string; counts?: boolean; keys?: CosePair; name?: string },
): Promise<Authenticator & { readonly passkey: Passkey }> {
  const authenticator = newAuthenticator(of)
  const answer = await sendNew(browser, authenticator, { name: of.name ?? 'My phone' })
  if (answer.statusCode !== 201) throw new Error(`not added: ${answer.body}`)
  return { ...authenticator, passkey: answer.json<{ passkey: Passkey }>().passkey }
}

/** The body that unlocks a session. */
export async function unlockBody(browser: Browser, authenticator: Authenticator, forged: Forgery = {}) {
  const { challenge, options } = (await browser.send('POST', '/api/passkeys/unlock/options')).json<UnlockOptions>()
  return { challenge, passkey: authenticator.get(options.challenge, forged) }
}

export async function unlockWith(browser: Browser, authenticator: Authenticator, forged: Forgery = {}): Response {
  return await browser.send('POST', '/api/passkeys/unlock', await unlockBody(browser, authenticator, forged))
}

/** Confirms the password of an account with this passkey, which makes the session fresh. */
export async function confirmWith(browser: Browser, authenticator: Authenticator): Response {
  const challenge = await browser.challenge()
  const proof = { by: 'passkey', challenge, passkey: authenticator.get(challengeToSign('confirm', challenge)) }
  return await browser.send('POST', '/api/sessions/current/password', { password: PASSWORD, proof })
}

/** Signs in from a browser other than the account's own, with one of its passkeys as the second step. */
export async function signInWith(browser: Browser, email: string, authenticator: Authenticator): Response {
  const body = { email, password: PASSWORD, device: { publicKey: browser.device.publicKey } }
  const { secondStep } = (await browser.send('POST', '/api/sessions', body)).json<SecondStepNeeded>()
  const passkey = authenticator.get(secondStep.passkey?.challenge ?? '')
  const proof = { by: 'passkey', passkey }
  return await browser.send('POST', '/api/sessions/second-step', { token: secondStep.token, proof })
}

/** Adds a passkey to a user's account over HTTP and returns the authenticator that holds it. */
export async function giveAuthenticator(jara: TestJara, person: Person): Promise<Authenticator> {
  const authenticator = newAuthenticator({ origin: jara.url })
  const { challenge, options } = (await person.call<NewPasskeyOptions>('POST', '/api/passkeys/options')).body
  const credential = authenticator.create(options)
  const added = await person.call('POST', '/api/passkeys', { challenge, credential })
  if (added.status !== 201) throw new Error(`not added: ${JSON.stringify(added.body)}`)
  return authenticator
}

type Agreed = {
  readonly purpose?: 'order' | 'freeze' | 'unfreeze' | 'end-session' | 'close'
  readonly challenge: string
  readonly terms?: string
}

/** An approval by passkey of what was shown. */
export function byPasskey(person: Person, authenticator: Authenticator, of: Agreed) {
  const { purpose = 'order', challenge, terms } = of
  return { deviceId: person.deviceId, passkey: authenticator.get(challengeToSign(purpose, challenge, terms)) }
}

/** An approval by PIN and device signature. */
export async function byPin(person: Person, of: Agreed, pin = PIN) {
  const { purpose = 'order', challenge, terms } = of
  const { device, deviceId } = person
  return { deviceId, pinProof: await device.pinProof(pin), signature: await device.sign(purpose, challenge, terms) }
}

/** Freezes or unfreezes money out, with the PIN. */
export async function setFrozen(person: Person, frozen: boolean, pin = PIN): Promise<Answered<Refusal>> {
  const { challenge } = (await person.call<{ challenge: string }>('GET', '/api/challenges')).body
  const approval = await byPin(person, { purpose: frozen ? 'freeze' : 'unfreeze', challenge }, pin)
  return await person.call(frozen ? 'POST' : 'DELETE', '/api/freeze', { challenge, approval })
}
