import { connect, type Socket } from 'node:net'

export type RawAnswer = {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type RawConnection = {
  /** Sends these bytes unchanged and reads the one reply. Not for endless replies. */
  ask(bytes: string): Promise<RawAnswer>
  close(): void
}

/**
 * One connection for many requests, byte for byte: `fetch` and `inject` rewrite an address before sending it.
 * Reconnects whenever the server has closed the connection.
 */
export function openRawConnection(url: string): RawConnection {
  const { hostname, port } = new URL(url)
  let socket: Socket | null = null

  const opened = () => {
    if (socket === null || socket.destroyed || socket.readableEnded) socket = connect(Number(port), hostname)
    return socket.setNoDelay(true)
  }

  return {
    async ask(bytes) {
      const current = opened()
      current.write(Buffer.from(bytes, 'latin1'))
      const isHead = bytes.startsWith('HEAD ')
      let text = ''
      for await (const chunk of current.setEncoding('latin1').iterator({ destroyOnReturn: false })) {
        text += chunk
        const answer = readAnswer(text, isHead)
        if (answer === null) continue
        if (answer.headers.connection === 'close') current.destroy()
        return answer
      }
      throw new Error(`no whole answer to ${JSON.stringify(bytes.slice(0, 200))}: ${text.slice(0, 200)}`)
    },
    close: () => void socket?.destroy(),
  }
}

/** Null until the whole reply has arrived. */
function readAnswer(text: string, isHead: boolean): RawAnswer | null {
  const end = text.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [line = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((each) => [each.slice(0, each.indexOf(':')).toLowerCase(), each.slice(each.indexOf(':') + 1).trim()]),
  )
  const status = Number(line.split(' ')[1])
  const body = text.slice(end + 4)
  if (isHead || status === 204 || status === 304) return { status, headers, body: '' }
  if (headers['transfer-encoding'] === 'chunked') return body.endsWith('0\r\n\r\n') ? { status, headers, body } : null
  return body.length < Number(headers['content-length']) ? null : { status, headers, body }
}
