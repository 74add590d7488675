import type { FastifyReply } from 'fastify'
import { type StatementBody, statementBody } from '#contract/statements.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import type { App } from '#server/platform/http/app.ts'
import { fileName } from '#server/platform/http/file-name.ts'
import { readStatement } from './read-statement.ts'
import { statementCsv } from './statement-csv.ts'
import { statementPdf } from './statement-pdf.ts'
import { statementQueue } from './statement-queue.ts'

/** A statement can have 10,000 lines: nobody reads more of them in a minute. */
const STATEMENTS_PER_MINUTE = { rateLimit: { max: 20, timeWindow: '1 minute' } } as const

export function statementRoutes(app: App, deps: Deps): void {
  const queue = statementQueue()
  const route = { schema: { body: statementBody }, config: STATEMENTS_PER_MINUTE }

  app.post('/api/statements/csv', route, async (request, reply) => {
    const { userId } = await requireSession(deps, request)
    const csv = await queue.run(async () => statementCsv(await readStatement(deps, userId, request.body), deps.config))
    return await attach(reply, nameOf(deps, request.body, 'csv'), 'text/csv; charset=utf-8').send(csv)
  })

  app.post('/api/statements/pdf', route, async (request, reply) => {
    const { userId } = await requireSession(deps, request)
    const pdf = await queue.run(async () => statementPdf(await readStatement(deps, userId, request.body), deps.config))
    return await attach(reply, nameOf(deps, request.body, 'pdf'), 'application/pdf').send(pdf)
  })
}

function nameOf({ config }: Pick<Deps, 'config'>, { from, to }: StatementBody, ending: 'csv' | 'pdf'): string {
  return fileName(config, `statement-${from}-to-${to}`, ending)
}

/** Sends a file to save instead of a page to show. */
function attach(reply: FastifyReply, name: string, type: string): FastifyReply {
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
}
