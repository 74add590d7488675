import { z } from 'zod'
import { caseAnswer, casesAnswer } from '#contract/support.ts'
import {
  visitorCaseBody,
  visitorCodeBody,
  visitorMessageBody,
  visitorPass,
  visitorPassBody,
} from '#contract/visitors.ts'
import type { Deps } from '#server/deps.ts'
import type { App } from '#server/platform/http/app.ts'
import { passwordsPerMinute } from '#server/platform/http/security.ts'
import { openCase } from './open-case.ts'
import { listCases, readCase } from './read-cases.ts'
import { askForVisitorCode, endVisitorPass, openVisitorPass, requireVisitor } from './visitor-pass.ts'
import { writeMessage } from './write-message.ts'

const params = z.strictObject({ id: z.string().max(60) })
const written = { 200: caseAnswer, 201: caseAnswer }

/**
 * Support for people who are not signed in. Whoever controls the mailbox sees its reports, and nothing of any account.
 */
export function visitorRoutes(app: App, deps: Deps): void {
  const config = passwordsPerMinute(deps.config)

  app.post('/api/visitors/codes', { schema: { body: visitorCodeBody }, config }, async (request, reply) => {
    await askForVisitorCode(deps, request.body.email)
    return await reply.status(202).send({})
  })

  app.post(
    '/api/visitors/passes',
    { schema: { body: visitorPassBody, response: { 201: visitorPass } }, config },
    async (request, reply) => await reply.status(201).send(await openVisitorPass(deps, request.body)),
  )

  app.delete('/api/visitors/passes/current', { config }, async (request, reply) => {
    await endVisitorPass(deps, request)
    return await reply.status(204).send()
  })

  app.get('/api/visitors/cases', { schema: { response: { 200: casesAnswer } } }, async (request) => ({
    cases: await listCases(deps.database, await requireVisitor(deps, request)),
  }))

  app.get('/api/visitors/cases/:id', { schema: { params, response: { 200: caseAnswer } } }, async (request) => ({
    case: await readCase(deps.database, await requireVisitor(deps, request), request.params.id),
  }))

  app.post(
    '/api/visitors/cases',
    { schema: { body: visitorCaseBody, response: written }, config },
    async (request, reply) => {
      const by = await requireVisitor(deps, request)
      const { id, isNew } = await openCase(deps, by, { ...request.body, transactionId: null })
      const opened = await readCase(deps.database, by, id)
      if (isNew) request.log.info({ trackingNumber: opened.trackingNumber }, 'a visitor reported a problem')
      return await reply.status(isNew ? 201 : 200).send({ case: opened })
    },
  )

  app.post(
    '/api/visitors/cases/:id/messages',
    { schema: { params, body: visitorMessageBody, response: written }, config },
    async (request, reply) => {
      const by = await requireVisitor(deps, request)
      const { isNew } = await writeMessage(deps, by, request.params.id, request.body)
      return await reply.status(isNew ? 201 : 200).send({ case: await readCase(deps.database, by, request.params.id) })
    },
  )
}
