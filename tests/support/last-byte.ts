import net from 'node:net'

export type Request = {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
export type Reply<Body> = { readonly status: number; readonly body: Body }

/**
 * Sends requests as simultaneously as HTTP/1.1 allows: each on its own socket, first everything but the last byte,
 * then, once every socket has accepted that, all last bytes together. The server does not speak HTTP/2.
 */
export async function allAtOnce<Body>(url: string, requests: readonly Request[]): Promise<Reply<Body>[]> {
  const waiting = await Promise.all(requests.map((request) => openAllBut(url, request)))
  return await Promise.all(waiting.map(async (finish) => readReply<Body>(await finish())))
}

async function openAllBut(url: string, request: Request): Promise<() => Promise<string>> {
  const { host, hostname, port } = new URL(url)
  const socket = net.connect({ host: hostname, port: Number(port), noDelay: true })
  let answer = ''
  const ended = new Promise<string>((resolve, reject) => {
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      answer += part
    })
    socket.once('end', () => resolve(answer))
    socket.once('error', reject)
  })
  const bytes = Buffer.from(textOf(host, request))
  await new Promise<void>((resolve) => socket.write(bytes.subarray(0, -1), () => resolve()))
  return async () => {
    socket.write(bytes.subarray(-1))
    return await ended
  }
}

function textOf(host: string, { method, path, headers = {}, body }: Request): string {
  const all = {
    host,
    connection: 'close',
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

function readReply<Body>(answer: string): Reply<Body> {
  const split = answer.indexOf('\r\n\r\n')
  const status = Number(answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
  const text = answer.slice(split + 4)
  return { status, body: text === '' ? (null as Body) : JSON.parse(text) }
}
