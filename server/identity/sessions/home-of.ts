import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import { peekSession, type SessionRequest } from './session.ts'

/**
 * Where the welcome page redirects a signed-in person; null for everybody else. The page needs no database, so
 * everybody sees it while the database is down.
 */
export async function homeOf(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'log'>,
  request: SessionRequest,
): Promise<'/dashboard' | '/pin' | null> {
  try {
    const { locked } = await peekSession(deps, request)
    return locked ? '/pin' : '/dashboard'
  } catch (error) {
    if (!(error instanceof AppError)) deps.log.warn({ err: error }, 'a session could not be read for the welcome page')
    return null
  }
}
