import { z } from 'zod'
import {
  newPasskeyBody,
  newPasskeyOptions,
  passkeyAnswer,
  passkeysAnswer,
  passkeyUnlockBody,
  renamePasskeyBody,
  unlockOptions,
} from '#contract/passkeys.ts'
import type { Deps } from '#server/deps.ts'
import { makeChallenge } from '#server/identity/devices/challenges.ts'
import { checkApproval } from '#server/identity/devices/check-approval.ts'
import { approvalText } from '#server/identity/devices/device-key.ts'
import { describeBrowser } from '#server/identity/sessions/describe-browser.ts'
import { peekSession, requireSession, unlockSession } from '#server/identity/sessions/session.ts'
import { setSessionCookie } from '#server/identity/sessions/session-cookie.ts'
import type { App } from '#server/platform/http/app.ts'
import { addPasskey, offerPasskey } from './add-passkey.ts'
import { askForPasskey } from './ask-for-passkey.ts'
import { removePasskey, renamePasskey } from './change-passkey.ts'
import { listPasskeys } from './list-passkeys.ts'
import { rpId } from './relying-party.ts'

const params = z.strictObject({ id: z.string().max(60) })

export function passkeyRoutes(app: App, deps: Deps): void {
  app.post('/api/passkeys/options', { schema: { response: { 200: newPasskeyOptions } } }, async (request) => {
    return await offerPasskey(deps, await requireSession(deps, request))
  })

  app.post(
    '/api/passkeys',
    { schema: { body: newPasskeyBody, response: { 201: passkeyAnswer } } },
    async (request, reply) => {
      const session = await requireSession(deps, request)
      const calledAfter = describeBrowser(request.headers['user-agent'])
      return await reply.status(201).send(await addPasskey(deps, session, { ...request.body, calledAfter }))
    },
  )

  app.get('/api/passkeys', { schema: { response: { 200: passkeysAnswer } } }, async (request) => {
    const { userId } = await requireSession(deps, request)
    return { rpId: rpId(deps.config), passkeys: await listPasskeys(deps.database, userId) }
  })

  app.patch(
    '/api/passkeys/:id',
    { schema: { params, body: renamePasskeyBody, response: { 200: passkeyAnswer } } },
    async (request) => {
      const { userId } = await requireSession(deps, request)
      return { passkey: await renamePasskey(deps, { userId, passkeyId: request.params.id, name: request.body.name }) }
    },
  )

  app.delete('/api/passkeys/:id', { schema: { params } }, async (request, reply) => {
    await removePasskey(deps, await requireSession(deps, request), request.params.id)
    return await reply.status(204).send()
  })

  app.post('/api/passkeys/unlock/options', { schema: { response: { 200: unlockOptions } } }, async (request) => {
    const session = await peekSession(deps, request)
    const challenge = await makeChallenge(deps, session)
    const text = approvalText({ purpose: 'unlock', challenge, terms: '' })
    return {
      challenge,
      options: await askForPasskey(deps, { userId: session.userId, text }),
    }
  })

  app.post('/api/passkeys/unlock', { schema: { body: passkeyUnlockBody } }, async (request, reply) => {
    const session = await peekSession(deps, request)
    const { challenge, passkey } = request.body
    const { deviceId } = session
    await checkApproval(deps, { session, deviceId, purpose: 'unlock', challenge, terms: '', passkey })
    setSessionCookie(deps, reply, await unlockSession(deps, session))
    deps.log.info({ deviceId }, 'unlocked with a passkey')
    deps.events.publish(session.userId, { topics: ['session'] })
    return await reply.status(204).send()
  })
}
