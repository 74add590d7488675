import net, { type AddressInfo, type Socket } from 'node:net'

/** A mail server that notes how long after its event each alert arrived. */
export type Mailboxes = {
  readonly port: number
  readonly tookMs: readonly number[]
  /** Starts the clock of an alert. */
  made(id: string): void
  close(): Promise<void>
}

const END_OF_EMAIL = '\r\n.\r\n'
const REPLIES: Readonly<Record<string, string>> = {
  EHLO: '250 bench',
  DATA: '354 Go on',
  QUIT: '221 Bye',
}

/**
 * As much of SMTP as our own emails need, over plain sockets. In production the mail server is another machine, so its
 * cost here should not count as the cost of alerts.
 */
export async function startMailboxes(): Promise<Mailboxes> {
  const madeAtMs = new Map<string, number>()
  const tookMs: number[] = []
  function keep(email: string): void {
    const id = /^message-id:\s*<(alr_[0-9a-z]+)@/im.exec(email)?.[1] ?? ''
    const madeMs = madeAtMs.get(id)
    if (madeMs !== undefined) tookMs.push(performance.now() - madeMs)
  }
  const sockets = new Set<Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    talk(socket, keep)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    tookMs,
    made: (id) => void madeAtMs.set(id, performance.now()),
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function talk(socket: Socket, keep: (email: string) => void): void {
  let received = ''
  let isEmail = false
  socket.setNoDelay(true).setEncoding('latin1')
  socket.write('220 bench\r\n')
  socket.on('data', (text: string) => {
    received += text
    for (;;) {
      const end = received.indexOf(isEmail ? END_OF_EMAIL : '\r\n')
      if (end < 0) return
      const piece = received.slice(0, end)
      received = received.slice(end + (isEmail ? END_OF_EMAIL.length : 2))
      if (isEmail) keep(piece)
      const command = isEmail ? '' : piece.slice(0, 4).toUpperCase()
      isEmail = command === 'DATA'
      socket.write(`${REPLIES[command] ?? '250 OK'}\r\n`)
      if (command === 'QUIT') socket.end()
    }
  })
}
