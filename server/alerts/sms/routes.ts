import { smsAnswer, smsConfirmBody, smsPhoneAnswer, smsPhoneBody } from '#contract/sms.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import type { App } from '#server/platform/http/app.ts'
import { PROVIDER_CALLS_PER_MINUTE } from '#server/platform/http/security.ts'
import { askForSmsCode, confirmSmsPhone, declineSms } from './phone.ts'
import { readSmsSettings } from './read-settings.ts'

export function smsRoutes(app: App, deps: Deps): void {
  app.get('/api/sms', { schema: { response: { 200: smsAnswer } } }, async (request) => {
    const { userId } = await requireSession(deps, request)
    return await readSmsSettings(deps, userId)
  })

  app.post(
    '/api/sms/phone',
    { schema: { body: smsPhoneBody, response: { 202: smsPhoneAnswer } }, config: PROVIDER_CALLS_PER_MINUTE },
    async (request, reply) => {
      const session = await requireSession(deps, request)
      return await reply.status(202).send(await askForSmsCode(deps, session, request.body.phone))
    },
  )

  app.post(
    '/api/sms/phone/confirm',
    { schema: { body: smsConfirmBody, response: { 200: smsAnswer } } },
    async (request) => {
      const session = await requireSession(deps, request)
      await confirmSmsPhone(deps, session, request.body)
      return await readSmsSettings(deps, session.userId)
    },
  )

  app.delete('/api/sms', { schema: { response: { 200: smsAnswer } } }, async (request) => {
    const session = await requireSession(deps, request)
    await declineSms(deps, session)
    return await readSmsSettings(deps, session.userId)
  })
}
