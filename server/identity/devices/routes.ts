import { challengeAnswer, setPinBody, unlockBody } from '#contract/accounts.ts'
import type { Deps } from '#server/deps.ts'
import { type OnFirstPin, setPin } from '#server/identity/pin/set-pin.ts'
import { peekSession, requireSession, unlockSession } from '#server/identity/sessions/session.ts'
import { setSessionCookie } from '#server/identity/sessions/session-cookie.ts'
import type { App } from '#server/platform/http/app.ts'
import { makeChallenge } from './challenges.ts'
import { checkApproval } from './check-approval.ts'

/** @param onFirstPin what an account gets with its first PIN, in the same transaction */
export function deviceRoutes(app: App, deps: Deps, onFirstPin: OnFirstPin): void {
  app.put('/api/pin', { schema: { body: setPinBody } }, async (request, reply) => {
    const session = await requireSession(deps, request)
    await setPin(deps, session, request.body.pinProof, onFirstPin)
    return await reply.status(204).send()
  })

  app.get('/api/challenges', { schema: { response: { 200: challengeAnswer } } }, async (request) => {
    return { challenge: await makeChallenge(deps, await peekSession(deps, request)) }
  })

  app.post('/api/unlock', { schema: { body: unlockBody } }, async (request, reply) => {
    const session = await peekSession(deps, request)
    const { challenge, pinProof, signature } = request.body
    const { deviceId } = session
    await checkApproval(deps, { session, deviceId, purpose: 'unlock', challenge, terms: '', pinProof, signature })
    setSessionCookie(deps, reply, await unlockSession(deps, session))
    deps.log.info({ deviceId }, 'unlocked with the PIN')
    deps.events.publish(session.userId, { topics: ['session'] })
    return await reply.status(204).send()
  })
}
