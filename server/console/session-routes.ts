import { CONSOLE_LIFETIME_MS } from '#contract/console/limits.ts'
import {
  consoleMe,
  enrolBody,
  enrolled,
  enrolOptions,
  firstOperatorBody,
  linkAnswer,
  linkBody,
  signedBody,
  signedIn,
  signOptions,
} from '#contract/console/session.ts'
import type { Deps } from '#server/deps.ts'
import { emailNewcomers } from '#server/identity/operators/email-newcomers.ts'
import { describeBrowser } from '#server/identity/sessions/describe-browser.ts'
import type { App } from '#server/platform/http/app.ts'
import { passwordsPerMinute } from '#server/platform/http/security.ts'
import { clearConsoleCookie, setConsoleCookie } from './console-cookie.ts'
import { endConsole, lockConsole, peekOperator } from './console-session.ts'
import { addFirstOperator, enrol, lookAtLink, offerEnrolment, toAppError } from './enrol-passkey.ts'
import { offerSignIn, offerUnlock, signIn, unlock } from './sign-in.ts'

/** Operators' sign-in, lock and sign-out. */
export function consoleSessionRoutes(app: App, deps: Deps): void {
  const config = passwordsPerMinute(deps.config)
  const browserOf = (agent: string | undefined) => describeBrowser(agent)

  app.post('/api/admin/sign-in/options', { config, schema: { response: { 200: signOptions } } }, () =>
    offerSignIn(deps),
  )

  app.post(
    '/api/admin/sign-in',
    { config, schema: { body: signedBody, response: { 200: signedIn } } },
    async ({ body, headers, id }, reply) => {
      const { token, endedOther } = await signIn(deps, {
        body,
        browser: browserOf(headers['user-agent']),
        requestId: id,
      })
      setConsoleCookie(deps, reply, token)
      await emailNewcomers(deps)
      return { endedOther }
    },
  )

  app.get('/api/admin/me', { schema: { response: { 200: consoleMe } } }, async (request) => {
    const { operator, locked, createdAt } = await peekOperator(deps, request)
    return { operator, locked, endsAt: new Date(createdAt.getTime() + CONSOLE_LIFETIME_MS).toISOString() }
  })

  app.post('/api/admin/touch', async (request, reply) => {
    await peekOperator(deps, request)
    return await reply.status(204).send()
  })

  app.post('/api/admin/lock', async (request, reply) => {
    await lockConsole(deps, await peekOperator(deps, request), 'asked')
    return await reply.status(204).send()
  })

  app.post('/api/admin/unlock/options', { schema: { response: { 200: signOptions } } }, async (request) => {
    return await offerUnlock(deps, await peekOperator(deps, request))
  })

  app.post('/api/admin/unlock', { schema: { body: signedBody } }, async (request, reply) => {
    await unlock(deps, await peekOperator(deps, request), request.body)
    return await reply.status(204).send()
  })

  app.delete('/api/admin/session', async (request, reply) => {
    await endConsole(deps, await peekOperator(deps, request))
    clearConsoleCookie(deps, reply)
    return await reply.status(204).send()
  })

  app.post(
    '/api/admin/enrolment/look',
    { config, schema: { body: linkBody, response: { 200: linkAnswer } } },
    async ({ body }) => await lookAtLink(deps, body.token),
  )

  app.post('/api/admin/enrolment/first', { config, schema: { body: firstOperatorBody } }, async ({ body }, reply) => {
    await addFirstOperator(deps, body)
    return await reply.status(204).send()
  })

  app.post(
    '/api/admin/enrolment/options',
    { config, schema: { body: linkBody, response: { 200: enrolOptions } } },
    async ({ body }) => await offerEnrolment(deps, body.token),
  )

  app.post(
    '/api/admin/enrolment',
    { config, schema: { body: enrolBody, response: { 201: enrolled } } },
    async ({ body, headers, id }, reply) => {
      const of = { body, browser: browserOf(headers['user-agent']), requestId: id }
      const answer = await enrol(deps, of).catch(toAppError)
      return await reply.status(201).send(answer)
    },
  )
}
