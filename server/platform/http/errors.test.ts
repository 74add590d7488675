import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { CommitUnknownError } from '#server/platform/db/database.ts'
import { handleError } from './errors.ts'

/** The response to a request that fails with this error. */
async function answerTo(error: Error) {
  const app = fastify()
  app.setErrorHandler(handleError)
  app.get('/', () => {
    throw error
  })
  const { statusCode, headers, body } = await app.inject('/')
  await app.close()
  return { status: statusCode, retryAfter: headers['retry-after'], code: JSON.parse(body).error.code }
}

const sqlError = (code: string, message: string) => Object.assign(new Error(message), { code })

describe('without a primary', () => {
  it.each([
    ['a standby refuses to write', sqlError('25006', 'cannot execute INSERT in a read-only transaction')],
    [
      'the pooler reaches no server',
      sqlError('08P01', 'server login has been failing, try again later (server_login_retry)'),
    ],
    ['the pooler has none to give', sqlError('08P01', 'query_wait_timeout')],
    ['the server is going down', sqlError('57P01', 'terminating connection due to administrator command')],
  ])('says that nothing was changed, and to try again: %s', async (_, error) => {
    expect(await answerTo(error)).toEqual({ status: 503, retryAfter: '2', code: 'server.busy' })
  })

  it.each([
    ['a connection that broke in the middle', sqlError('08P01', 'server conn crashed?')],
    ['a commit without an answer', new CommitUnknownError(sqlError('57P01', 'terminating connection'))],
  ])('does not say so of %s', async (_, error) => {
    expect(await answerTo(error)).toMatchObject({ status: 500, code: 'server.unexpected' })
  })
})
