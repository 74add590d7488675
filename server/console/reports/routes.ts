import type { FastifyReply } from 'fastify'
import { reportAnswer, reportFileBody, reportQuery } from '#contract/console/reports.ts'
import { lagosDay } from '#contract/time.ts'
import { requireOperator } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import { boundedQueue } from '#server/platform/bounded-queue.ts'
import type { App } from '#server/platform/http/app.ts'
import { fileName } from '#server/platform/http/file-name.ts'
import { exportReport, lookAtReport } from './daily-report.ts'
import { reportCsv } from './report-csv.ts'
import { reportPdf } from './report-pdf.ts'

/** A report reads a whole day, so one at a time keeps it to one connection, however many operators ask. */
const REPORTS = { maxConcurrent: 1, waitingMax: 8, retryAfterS: 5 } as const

/** The report of a day, for the screen and as files. */
export function reportRoutes(app: App, deps: Deps): void {
  const queue = boundedQueue(REPORTS)
  const route = { schema: { body: reportFileBody } }
  const nameOf = (day: string, ending: 'csv' | 'pdf') => fileName(deps.config, `daily-report-${day}`, ending)

  app.get(
    '/api/admin/reports/daily',
    { schema: { querystring: reportQuery, response: { 200: reportAnswer } } },
    async (request) => {
      const session = await requireOperator(deps, request, 'look-at-reports')
      return await queue.run(
        async () => await lookAtReport(deps, session, request.query.day ?? lagosDay(deps.clock.now())),
      )
    },
  )

  app.post('/api/admin/reports/daily/csv', route, async (request, reply) => {
    const session = await requireOperator(deps, request, 'export-report')
    const { day } = request.body
    const report = await queue.run(async () => await exportReport(deps, session, { day, file: 'csv' }))
    return await attach(reply, nameOf(day, 'csv'), 'text/csv; charset=utf-8').send(reportCsv(report, deps.config))
  })

  app.post('/api/admin/reports/daily/pdf', route, async (request, reply) => {
    const session = await requireOperator(deps, request, 'export-report')
    const { day } = request.body
    const report = await queue.run(async () => await exportReport(deps, session, { day, file: 'pdf' }))
    return await attach(reply, nameOf(day, 'pdf'), 'application/pdf').send(await reportPdf(report, deps.config))
  })
}

/** A download, not a page. */
function attach(reply: FastifyReply, name: string, type: string): FastifyReply {
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`)
}
