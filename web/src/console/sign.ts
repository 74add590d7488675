import type { EnrolOptions, SignedBody, SignOptions } from '#contract/console/session.ts'
import type { Registration } from '#contract/passkeys.ts'
import { askForPasskey, makePasskey } from '#web/identity/passkeys/ceremony.ts'
import { call } from './call.ts'

/** Has a passkey sign the challenge, and sends it with the request. */
export async function signAndSend<Answer>(path: string, asked: SignOptions, body?: object): Promise<Answer> {
  const signed: SignedBody = { challenge: asked.challenge, passkey: await askForPasskey(asked.options) }
  return await call<Answer>('POST', path, { ...body, ...signed })
}

/** Asks for a challenge, then continues like signAndSend. */
export async function askAndSign<Answer>(path: string): Promise<Answer> {
  return await signAndSend<Answer>(path, await call<SignOptions>('POST', `${path}/options`))
}

/** Has this device make the passkey that a link asks for. */
export async function makeOperatorPasskey({ options }: EnrolOptions): Promise<Registration> {
  return await makePasskey(options)
}
