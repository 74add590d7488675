import type { ErrorBody } from '#contract/errors.ts'
import { ApiError, UnansweredError } from './api.ts'
import { timeLimit } from './time-limit.ts'

/** A long statement takes the server a few seconds. */
const TIMEOUT_MS = 60_000

/** A file made on request: its path, and the body of the request. */
export type FileToMake = { readonly path: string; readonly body?: unknown }

/**
 * Requests a generated file and saves it in the device's downloads. Returns its name.
 *
 * @throws ApiError when the server refuses
 * @throws UnansweredError when no readable answer comes
 */
export async function downloadFile(file: FileToMake): Promise<string> {
  const { blob, name } = await fetchFile(file)
  saveFile(blob, name)
  return name
}

async function fetchFile({ path, body: asked }: FileToMake): Promise<{ blob: Blob; name: string }> {
  let response: Response
  try {
    response = await fetch(path, {
      method: 'POST',
      signal: timeLimit(TIMEOUT_MS),
      headers: asked === undefined ? {} : { 'content-type': 'application/json' },
      body: asked === undefined ? null : JSON.stringify(asked),
    })
    if (response.ok) return { blob: await response.blob(), name: nameOf(response) }
  } catch (cause) {
    throw new UnansweredError(cause)
  }
  let body: ErrorBody
  try {
    body = await response.json()
  } catch (cause) {
    throw new UnansweredError(cause)
  }
  throw new ApiError(response.status, body)
}

function nameOf({ headers }: Response): string {
  return /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'file'
}

/** Saves data that this page already has in the device's downloads. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser has taken it over by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
