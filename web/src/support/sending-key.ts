import { base64url } from '#web/lib/base64url.ts'

const KEY_BYTES = 16

export type SendingKey = {
  /** The key of this content: the same while the same content is sent, a new one for other content. */
  of(content: unknown): string
  /** Call once it arrived: the same words after this are another message. */
  arrived(): void
}

/** A repeated tap, or a new try after a lost answer, carries the first key, so that only one is created. */
export function sendingKey(): SendingKey {
  let last: string | null = null
  let key = ''
  return {
    of(content) {
      const text = JSON.stringify(content)
      if (text !== last) key = base64url(crypto.getRandomValues(new Uint8Array(KEY_BYTES)).buffer)
      last = text
      return key
    },
    arrived() {
      last = null
    },
  }
}
