import net from 'node:net'
import { TOUCH_HEADER } from '#contract/constants.ts'

/**
 * One kept HTTP/1.1 connection that does only what a measurement needs: bytes go out, the status comes back. Node's own
 * client would cost more than what it measures.
 */
export type Connection = {
  /** Sends one request and calls back with the status of its answer; 0 when there was none. One at a time. */
  send(request: Buffer, answered: (status: number) => void): void
  close(): void
}

const END_OF_HEAD = Buffer.from('\r\n\r\n')
const LENGTH = Buffer.from('content-length: ')
const NOTHING = Buffer.alloc(0)
/** Each chunk is parsed before the next can arrive, so all connections share one buffer. */
const ARRIVED = Buffer.alloc(64 * 1_024)

/** Connects when the first request is sent, and again after the server has closed the connection. */
export function openConnection(url: string): Connection {
  const { hostname, port } = new URL(url)
  let socket: net.Socket | null = null
  let waiting: ((status: number) => void) | null = null
  let read = NOTHING

  function answer(status: number): void {
    const answered = waiting
    waiting = null
    read = NOTHING
    answered?.(status)
  }
  function receive(chunk: Buffer): void {
    const soFar = read.length === 0 ? chunk : Buffer.concat([read, chunk])
    const status = wholeStatus(soFar)
    if (status !== null) answer(status)
    else read = Buffer.from(soFar)
  }
  function connect(): net.Socket {
    const onread: net.OnReadOpts = {
      buffer: ARRIVED,
      callback(bytes) {
        receive(ARRIVED.subarray(0, bytes))
        return true
      },
    }
    const opened = net.connect({ host: hostname, port: Number(port), noDelay: true, onread })
    opened.on('error', () => undefined)
    opened.on('close', () => {
      if (socket === opened) socket = null
      answer(0)
    })
    return opened
  }
  return {
    send(request, answered) {
      waiting = answered
      socket ??= connect()
      socket.write(request)
    },
    close() {
      socket?.destroy()
    },
  }
}

/** The request as it goes over the wire, made before any clock starts. */
export function requestBytes(method: 'GET' | 'POST', path: string, of: { cookie: string; body: string }): Buffer {
  const length =
    of.body === '' ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(of.body)}\r\n`
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${of.cookie}\r\n${TOUCH_HEADER}: 1\r\n${length}\r\n${of.body}`,
  )
}

/** The status, once the whole answer has arrived. Every answer of the app states its length. */
function wholeStatus(read: Buffer): number | null {
  const headEnds = read.indexOf(END_OF_HEAD)
  if (headEnds === -1) return null
  const lengthAt = read.indexOf(LENGTH) + LENGTH.length
  const lengthEnds = read.indexOf(0x0d, lengthAt)
  const length = Number(read.toString('latin1', lengthAt, lengthEnds))
  if (read.length < headEnds + END_OF_HEAD.length + length) return null
  // HTTP/1.1 201
  return Number(read.toString('latin1', 9, 12))
}
