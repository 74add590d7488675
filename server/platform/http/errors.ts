import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { CommitUnknownError, isSqlError } from '#server/platform/db/database.ts'
import { isOutOfRoom } from '#server/platform/db/room.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * The one place where a refusal becomes HTTP. An unexpected error reveals nothing and its cause is logged. Every
 * refusal is logged: which ones mattered is known only later.
 */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toAppError(error)
  if (refusal.status >= 500) request.log.error({ err: error, code: refusal.code }, 'request failed')
  else {
    // The route's pattern: the address itself may hold what must not be in a log.
    const { method, routeOptions } = request
    request.log.info({ code: refusal.code, status: refusal.status, method, route: routeOptions.url ?? null }, 'refused')
  }
  if (refusal.details.retryAfterS !== undefined) reply.header('retry-after', String(refusal.details.retryAfterS))
  return reply
    .status(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(refusal.toBody(request.id))
}

const BY_FASTIFY_CODE: Readonly<Record<string, 'request.too-large' | 'request.unsupported' | 'request.invalid'>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported',
}

const BUSY_RETRY_S = 2
const NO_ROOM_RETRY_S = 30

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields = Object.fromEntries(
      error.validation.map((issue) => [issue.instancePath.replace(/^\//, '') || 'body', fieldMessage(issue)]),
    )
    return new AppError('request.invalid', { fields, cause: error })
  }
  // Text that the database cannot store, such as a NUL.
  if (isSqlError(error, '22021')) return new AppError('request.invalid', { cause: error })
  if (error instanceof CommitUnknownError) return new AppError('server.unexpected', { cause: error })
  if (isOutOfRoom(error)) return new AppError('server.no-room', { retryAfterS: NO_ROOM_RETRY_S, cause: error })
  if (isUnavailable(error)) return new AppError('server.busy', { retryAfterS: BUSY_RETRY_S, cause: error })
  const { code, statusCode } = error as Partial<FastifyError>
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError(BY_FASTIFY_CODE[code ?? ''] ?? 'request.invalid', { cause: error })
  }
  return new AppError('server.unexpected', { cause: error })
}

type Issue = { readonly keyword: string; readonly params: Record<string, unknown>; readonly message?: string }

/** The message shown under a form field, in place of zod's message for programmers. */
function fieldMessage({ keyword, params, message }: Issue): string {
  // Written in the contract, for people.
  if (keyword === 'custom' && message !== undefined) return message
  const isTooLong = keyword === 'too_big' && params.origin === 'string'
  return isTooLong ? `Too long: use at most ${params.maximum} characters.` : 'We could not read this.'
}

/** The statement reached a standby, or the pooler had no server for it: it never ran. */
function isWithoutPrimary(error: Error): boolean {
  if (isSqlError(error, '25006')) return true
  return isSqlError(error, '08P01') && /server_login_retry|query_wait_timeout/.test(error.message)
}

/** The database is unreachable or took too long: nothing was committed, and a retry is right. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const busyCodes = ['57014', '57P01', '57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', '40001', '40P01']
  return (
    busyCodes.some((code) => isSqlError(error, code)) ||
    isWithoutPrimary(error) ||
    error.message.startsWith('timeout exceeded when trying to connect')
  )
}
