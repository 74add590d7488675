import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  endSessionBody,
  freezeBody,
  me,
  passwordBody,
  registerBody,
  sessionsAnswer,
  signedIn,
  signInBody,
} from '#contract/accounts.ts'
import { emailAnotherBody, secondStepBody, secondStepNeeded } from '#contract/second-step.ts'
import type { Deps } from '#server/deps.ts'
import { requireUsableKey } from '#server/identity/devices/device-key.ts'
import { emailAnotherCode, finishSecondStep } from '#server/identity/mfa/second-step.ts'
import { spendEmailCode } from '#server/identity/recovery/prove-email.ts'
import { describeBrowser } from '#server/identity/sessions/describe-browser.ts'
import { endOneSession, listSessions } from '#server/identity/sessions/list-sessions.ts'
import { endSession, lockSession, peekSession, requireSession } from '#server/identity/sessions/session.ts'
import { clearSessionCookie, setSessionCookie } from '#server/identity/sessions/session-cookie.ts'
import { confirmPassword } from '#server/identity/sign-in/confirm-password.ts'
import { signIn } from '#server/identity/sign-in/sign-in.ts'
import type { App } from '#server/platform/http/app.ts'
import { passwordsPerMinute } from '#server/platform/http/security.ts'
import { freezeMoneyOut, unfreezeMoneyOut } from './freeze.ts'
import { readMe } from './read-me.ts'
import { type ForNewUser, registerAccount } from './register.ts'

const params = z.strictObject({ id: z.string().max(60) })

/** @param openWallet gives a new account its wallet, in the transaction that makes the account */
export function accountRoutes(app: App, deps: Deps, { openWallet }: Pick<ForNewUser, 'openWallet'>): void {
  const passwords = passwordsPerMinute(deps.config)
  app.post(
    '/api/accounts',
    { schema: { body: registerBody, response: { 201: signedIn } }, config: passwords },
    async (request, reply) => {
      requireUsableKey(request.body.device.publicKey)
      const { answer, token } = await registerAccount(
        deps,
        request.body,
        describeBrowser(request.headers['user-agent']),
        { openWallet, spendEmailCode },
      )
      await endSessionBefore(deps, request)
      setSessionCookie(deps, reply, token)
      return await reply.status(201).send(answer)
    },
  )

  app.post(
    '/api/sessions',
    { schema: { body: signInBody, response: { 200: signedIn, 202: secondStepNeeded } }, config: passwords },
    async (request, reply) => {
      requireUsableKey(request.body.device.publicKey)
      const outcome = await signIn(deps, request.body, describeBrowser(request.headers['user-agent']))
      if ('secondStep' in outcome) return await reply.status(202).send(outcome)
      await endSessionBefore(deps, request)
      setSessionCookie(deps, reply, outcome.token)
      return await reply.status(200).send(outcome.answer)
    },
  )

  app.post(
    '/api/sessions/second-step',
    { schema: { body: secondStepBody, response: { 200: signedIn } }, config: passwords },
    async (request, reply) => {
      const browser = describeBrowser(request.headers['user-agent'])
      const { answer, token } = await finishSecondStep(deps, request.body, browser)
      await endSessionBefore(deps, request)
      setSessionCookie(deps, reply, token)
      return answer
    },
  )

  app.post(
    '/api/sessions/second-step/mail',
    { schema: { body: emailAnotherBody }, config: passwords },
    async (request, reply) => {
      await emailAnotherCode(deps, request.body.token)
      return await reply.status(204).send()
    },
  )

  // Signing out works in every state, even twice: the caller must always end up signed out.
  app.delete('/api/sessions/current', async (request, reply) => {
    const userId = await endSession(deps, request)
    if (userId !== null) {
      deps.log.info({ userId }, 'signed out')
      deps.events.publish(userId, { topics: ['session'] })
    }
    clearSessionCookie(deps, reply)
    return await reply.status(204).send()
  })

  app.post(
    '/api/sessions/current/password',
    { schema: { body: passwordBody }, config: passwords },
    async (request, reply) => {
      const session = await requireSession(deps, request)
      setSessionCookie(deps, reply, await confirmPassword(deps, session, request.body))
      deps.events.publish(session.userId, { topics: ['session'] })
      return await reply.status(204).send()
    },
  )

  app.get('/api/sessions', { schema: { response: { 200: sessionsAnswer } } }, async (request) => {
    return await listSessions(deps, await requireSession(deps, request))
  })

  app.delete('/api/sessions/:id', { schema: { params, body: endSessionBody } }, async (request, reply) => {
    const session = await requireSession(deps, request)
    await endOneSession(deps, session, { sessionId: request.params.id, body: request.body })
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

  // For a user who reads or types and needs nothing else from the server meanwhile.
  app.post('/api/touch', async (request, reply) => {
    await requireSession(deps, request, { touched: true })
    return await reply.status(204).send()
  })

  app.get('/api/me', { schema: { response: { 200: me } } }, async (request) => {
    return await readMe(deps, await peekSession(deps, request))
  })
}

/** On a shared phone the previous user's session ends when the next one starts. */
async function endSessionBefore(deps: Deps, request: FastifyRequest): Promise<void> {
  const userId = await endSession(deps, request)
  if (userId !== null) deps.log.info({ userId }, 'session ended by the next in this browser')
}
