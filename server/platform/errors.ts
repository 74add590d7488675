import { ERRORS, type ErrorBody, type ErrorCode } from '#contract/errors.ts'

export type ErrorDetails = {
  /** A more specific message than the catalogue's, for refusals with figures. */
  message?: string
  fields?: Record<string, string>
  retryAfterS?: number
  triesLeft?: number
  cause?: unknown
}

/** A refusal from the catalogue in contract/errors.ts. The one error handler in app.ts turns it into HTTP. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? ERRORS[code].message, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return ERRORS[this.code].status
  }

  /** The body a client gets. `id` is the request's id, which finds the log line. */
  toBody(id: string): ErrorBody {
    const { fields, retryAfterS, triesLeft } = this.details
    return {
      error: {
        code: this.code,
        message: this.message,
        id,
        ...(fields === undefined ? {} : { fields }),
        ...(retryAfterS === undefined ? {} : { retryAfterS }),
        ...(triesLeft === undefined ? {} : { triesLeft }),
      },
    }
  }
}

/**
 * An operator's request is impossible or unsafe. Says why; nothing was changed, or what was changed cannot be started.
 */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

/** An operator's command was not understood, or has nothing to work on. */
export class CannotRunError extends Error {
  override readonly name = 'CannotRunError'
}

/** Catches our own mistakes, never a customer's or a provider's. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`)
}
