import { z } from 'zod'
import {
  monthsAnswer,
  monthsQuery,
  transactionDetail,
  transactionsAnswer,
  transactionsQuery,
  transactionsSearch,
} from '#contract/transactions.ts'
import type { Deps } from '#server/deps.ts'
import { requireSession } from '#server/identity/sessions/session.ts'
import type { App } from '#server/platform/http/app.ts'
import { listTransactions } from './list-transactions.ts'
import { readNewest } from './read-newest.ts'
import { readTransaction } from './read-transaction.ts'
import { sumMonths } from './sum-months.ts'

export function historyRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/transactions',
    { schema: { querystring: transactionsQuery, response: { 200: transactionsAnswer } } },
    async (request) => {
      const { limit, ...chosen } = request.query
      if (Object.values(chosen).every((each) => each === undefined)) return await readNewest(deps, request, limit)
      const session = await requireSession(deps, request)
      return await listTransactions(deps.database, session.userId, request.query)
    },
  )

  app.post(
    '/api/transactions/search',
    { schema: { body: transactionsSearch, response: { 200: transactionsAnswer } } },
    async (request) => {
      const session = await requireSession(deps, request)
      return await listTransactions(deps.database, session.userId, request.body)
    },
  )

  app.get(
    '/api/transactions/months',
    { schema: { querystring: monthsQuery, response: { 200: monthsAnswer } } },
    async (request) => {
      const session = await requireSession(deps, request)
      return { months: await sumMonths(deps, session.userId, request.query.months) }
    },
  )

  app.get(
    '/api/transactions/:id',
    { schema: { params: z.strictObject({ id: z.string().max(60) }), response: { 200: transactionDetail } } },
    async (request) => readTransaction(deps, request, request.params.id),
  )
}
