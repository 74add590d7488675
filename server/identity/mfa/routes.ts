import { authenticatorOffer, confirmAuthenticatorBody, factors, recoveryCodesAnswer } from '#contract/factors.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import type { App } from '#server/platform/http/app.ts'
import { confirmAuthenticator, offerAuthenticator, removeAuthenticator } from './authenticator.ts'
import { readFactors } from './read-factors.ts'
import { replaceRecoveryCodes } from './replace-recovery-codes.ts'

export function mfaRoutes(app: App, deps: Deps): void {
  app.get('/api/factors', { schema: { response: { 200: factors } } }, async (request) => {
    const { userId } = await requireSession(deps, request)
    return await readFactors(deps.database, deps, userId)
  })

  app.post('/api/authenticator', { schema: { response: { 200: authenticatorOffer } } }, async (request) => {
    return await offerAuthenticator(deps, await requireSession(deps, request))
  })

  app.put(
    '/api/authenticator',
    { schema: { body: confirmAuthenticatorBody, response: { 200: recoveryCodesAnswer } } },
    async (request) => {
      const session = await requireSession(deps, request)
      return { recoveryCodes: await confirmAuthenticator(deps, session, request.body.code) }
    },
  )

  app.delete('/api/authenticator', async (request, reply) => {
    await removeAuthenticator(deps, await requireSession(deps, request))
    return await reply.status(204).send()
  })

  app.post('/api/recovery-codes', { schema: { response: { 200: recoveryCodesAnswer } } }, async (request) => {
    return { recoveryCodes: await replaceRecoveryCodes(deps, await requireSession(deps, request)) }
  })
}
