import { me } from '#contract/accounts.ts'
import {
  askResetBody,
  changeEmailBody,
  changePasswordBody,
  freezeByLinkBody,
  proveEmailBody,
  resetPasswordBody,
} from '#contract/factors.ts'
import type { Deps } from '#server/deps.ts'
import { readMe } from '#server/identity/accounts/read-me.ts'
import { peekSession, requireSession } from '#server/identity/sessions/session.ts'
import { setSessionCookie } from '#server/identity/sessions/session-cookie.ts'
import type { App } from '#server/platform/http/app.ts'
import { passwordsPerMinute } from '#server/platform/http/security.ts'
import { askToChangeEmail, changeEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { freezeByLink } from './freeze-link.ts'
import { askForEmailCode } from './prove-email.ts'
import { askForReset, resetPassword } from './reset-password.ts'

export function recoveryRoutes(app: App, deps: Deps): void {
  const config = passwordsPerMinute(deps.config)

  app.post('/api/password-resets', { schema: { body: askResetBody }, config }, async (request, reply) => {
    await askForReset(deps, request.body.email)
    return await reply.status(202).send({})
  })

  app.put('/api/password-resets', { schema: { body: resetPasswordBody }, config }, async (request, reply) => {
    const { token, newPassword } = request.body
    await resetPassword(deps, { token, uncheckedPassword: newPassword })
    return await reply.status(204).send()
  })

  app.post('/api/email-proofs', { schema: { body: proveEmailBody }, config }, async (request, reply) => {
    await askForEmailCode(deps, request.body.email, null)
    return await reply.status(202).send({})
  })

  app.post('/api/freeze-links', { schema: { body: freezeByLinkBody }, config }, async (request, reply) => {
    await freezeByLink(deps, request.body.token)
    return await reply.status(204).send()
  })

  app.put('/api/password', { schema: { body: changePasswordBody }, config }, async (request, reply) => {
    const session = await requireSession(deps, request)
    setSessionCookie(deps, reply, await changePassword(deps, session, request.body))
    return await reply.status(204).send()
  })

  app.post('/api/me/email', { schema: { body: proveEmailBody }, config }, async (request, reply) => {
    await askToChangeEmail(deps, await requireSession(deps, request), request.body.email)
    return await reply.status(202).send({})
  })

  app.put('/api/me/email', { schema: { body: changeEmailBody, response: { 200: me } }, config }, async (request) => {
    await changeEmail(deps, await requireSession(deps, request), request.body)
    return await readMe(deps, await peekSession(deps, request))
  })
}
