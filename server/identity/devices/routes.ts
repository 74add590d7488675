import { challengeAnswer, setPinBody, unlockBody } from '#contract/accounts.ts'
import type { App } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import { issueStarterBpc } from '../../bpc/issue-code.ts'
import { peekSession, requireSession, unlockSession } from '../accounts/session.ts'
import { setSessionCookie } from '../accounts/session-cookie.ts'
import { makeChallenge } from './challenges.ts'
import { checkApproval } from './check-approval.ts'
import { setPin } from './set-pin.ts'

export function deviceRoutes(app: App, deps: Deps): void {
  app.put('/api/pin', { schema: { body: setPinBody } }, async (request, reply) => {
    const session = await requireSession(deps, request)
    await setPin(deps, session, request.body.pinProof, issueStarterBpc)
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
