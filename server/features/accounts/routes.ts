import { z } from 'zod'
import { freezeBody, me, passwordBody, registerBody, sessionsAnswer, signedIn, signInBody } from '#contract/accounts.ts'
import type { App } from '#server/app.ts'
import type { Deps } from '#server/deps.ts'
import { requireUsableKey } from '../devices/device-key.ts'
import { openWallet } from '../wallet/open-wallet.ts'
import { confirmPassword } from './confirm-password.ts'
import { describeBrowser } from './describe-browser.ts'
import { freezeMoneyOut, unfreezeMoneyOut } from './freeze.ts'
import { endOneSession, listSessions } from './list-sessions.ts'
import { readMe } from './read-me.ts'
import { registerAccount } from './register.ts'
import { endSession, lockSession, peekSession, requireSession } from './session.ts'
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts'
import { signIn } from './sign-in.ts'

const params = z.strictObject({ id: z.string().max(60) })

export function accountRoutes(app: App, deps: Deps): void {
  app.post('/api/accounts', { schema: { body: registerBody, response: { 201: signedIn } } }, async (request, reply) => {
    requireUsableKey(request.body.device.publicKey)
    const { answer, token } = await registerAccount(
      deps,
      request.body,
      describeBrowser(request.headers['user-agent']),
      openWallet,
    )
    // On a shared phone the session of whoever was here before ends with this one's start.
    await endSession(deps, request)
    setSessionCookie(deps, reply, token)
    return await reply.status(201).send(answer)
  })

  app.post('/api/sessions', { schema: { body: signInBody, response: { 200: signedIn } } }, async (request, reply) => {
    requireUsableKey(request.body.device.publicKey)
    const { answer, token } = await signIn(deps, request.body, describeBrowser(request.headers['user-agent']))
    await endSession(deps, request)
    setSessionCookie(deps, reply, token)
    return answer
  })

  // Signing out works in every state, also twice: whoever asks for it must end up signed out.
  app.delete('/api/sessions/current', async (request, reply) => {
    const userId = await endSession(deps, request)
    if (userId !== null) deps.events.publish(userId, { topics: ['session'] })
    clearSessionCookie(deps, reply)
    return await reply.status(204).send()
  })

  app.post('/api/sessions/current/password', { schema: { body: passwordBody } }, async (request, reply) => {
    const session = await requireSession(deps, request)
    await confirmPassword(deps, session, request.body.password)
    deps.events.publish(session.userId, { topics: ['session'] })
    return await reply.status(204).send()
  })

  app.get('/api/sessions', { schema: { response: { 200: sessionsAnswer } } }, async (request) => {
    return await listSessions(deps, await requireSession(deps, request))
  })

  app.delete('/api/sessions/:id', { schema: { params } }, async (request, reply) => {
    const session = await requireSession(deps, request)
    await endOneSession(deps, { userId: session.userId, sessionId: request.params.id })
    deps.events.publish(session.userId, { topics: ['session'] })
    if (request.params.id === session.id) clearSessionCookie(deps, reply)
    return await reply.status(204).send()
  })

  app.post('/api/freeze', { schema: { body: freezeBody } }, async (request, reply) => {
    await freezeMoneyOut(deps, await requireSession(deps, request), request.body)
    return await reply.status(204).send()
  })

  app.delete('/api/freeze', { schema: { body: freezeBody } }, async (request, reply) => {
    await unfreezeMoneyOut(deps, await requireSession(deps, request), request.body)
    return await reply.status(204).send()
  })

  app.post('/api/lock', async (request, reply) => {
    const session = await peekSession(deps, request)
    await lockSession(deps, session)
    deps.events.publish(session.userId, { topics: ['session'] })
    return await reply.status(204).send()
  })

  app.get('/api/me', { schema: { response: { 200: me } } }, async (request) => {
    return await readMe(deps, await peekSession(deps, request))
  })
}
