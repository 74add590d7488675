import type { ChangeEvent } from '#contract/events.ts'

/** A page's open stream of changes. */
export type Stream = {
  readonly response: Response
  /** Reads until the text so far satisfies `enough`, or the stream ends. */
  read(enough: (text: string) => boolean): Promise<string>
  /** Reads until this many changes have arrived, or the stream ends. */
  changes(count?: number): Promise<ChangeEvent[]>
  /** Closes the page's connection. */
  leave(): void
}

/** Opens the stream as a page does. */
export async function openStream(url: string, cookie: string): Promise<Stream> {
  const abort = new AbortController()
  const response = await fetch(`${url}/api/events`, { headers: { cookie }, signal: abort.signal })
  const decoder = new TextDecoder()
  let text = ''
  async function read(enough: (text: string) => boolean): Promise<string> {
    const reader = response.body?.getReader()
    while (reader !== undefined && !enough(text)) {
      const { value, done } = await reader.read()
      if (done) break
      text += decoder.decode(value, { stream: true })
    }
    reader?.releaseLock()
    return text
  }
  return {
    response,
    read,
    changes: async (count = 1) => changesIn(await read((soFar) => changesIn(soFar).length >= count)),
    leave: () => abort.abort(),
  }
}

export function changesIn(text: string): ChangeEvent[] {
  return [...text.matchAll(/event: change\ndata: (.*)\n\n/g)].map((match) => JSON.parse(match[1] ?? ''))
}
