import { authenticatorOffer, confirmAuthenticatorBody, factors, recoveryCodesAnswer } from '#contract/factors.ts'
import type { App } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { tellOwner } from '../account-events/tell-owner.ts'
import { requireSession, type Session } from '../accounts/session.ts'
import { confirmAuthenticator, offerAuthenticator, removeAuthenticator } from './authenticator.ts'
import { readFactors } from './read-factors.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

export function factorRoutes(app: App, deps: Deps): void {
  app.get('/api/factors', { schema: { response: { 200: factors } } }, async (request) => {
    const { userId } = await requireSession(deps, request)
    return await readFactors(deps.database, userId)
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

async function replaceRecoveryCodes(deps: Deps, session: Session): Promise<string[]> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  const { userId, deviceId } = session
  const codes = await deps.database.transaction(async (tx) => {
    await tellOwner(tx, deps, { userId, kind: 'recovery-codes-made', deviceId })
    return await makeRecoveryCodes(tx, deps, userId)
  })
  deps.log.info({ userId, deviceId }, 'recovery codes made')
  deps.wakeWorker()
  return codes
}
