import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import { advance } from '#sandbox/advance.ts'
import type { Fault } from '#sandbox/faults.ts'
import { takeFault } from '#sandbox/take-fault.ts'
import type { World } from '#sandbox/world.ts'
import { mailRefusal, refusalAt } from './refusals.ts'

/** Far more than any text email needs. */
export const EMAIL_MAX_BYTES = 64 * 1024
export const EMAIL_READERS_MAX = 10
const CONNECTIONS_MAX = 100
const SILENCE_MS = 60_000
const SLOW_MS = 2_000
/** Connections that are still open at the end get this long, ms. */
const CLOSE_MS = 500
const NOT_AVAILABLE = mailRefusal(421, '4.3.2 Service not available')
const TOO_MANY_READERS = mailRefusal(452, '4.5.3 Too many recipients')

/** A mail server that delivers nothing: accepted emails are stored in the world, for the emails page. */
export type MailServer = {
  /** Listens on this machine only. Port 0 chooses one. Returns the port. */
  listen(port: number): Promise<number>
  close(): Promise<void>
}

/** Greets at once. The library would wait 100 ms for senders that talk too early, which delays every email. */
class PromptServer extends SMTPServer {
  override connect(...socket: Parameters<SMTPServer['connect']>): void {
    super.connect(...socket)
    const connection = [...this.connections].at(-1)
    if (connection === undefined || this.connections.size > CONNECTIONS_MAX) return
    const greet = connection.connectionReady.bind(connection)
    let isGreeted = false
    connection.connectionReady = () => {
      if (!isGreeted) greet()
      isGreeted = true
    }
    setImmediate(() => connection.connectionReady())
  }
}

/**
 * The mail server of a world, not yet listening. It requires no password and offers no TLS. Closing it leaves the world open, and
 * ends connections that are still open after `closeMs`.
 */
export function createMailServer(world: World, { closeMs = CLOSE_MS } = {}): MailServer {
  /** The fault for each connection's current or first email; null: no fault. */
  const faults = new Map<string, Fault | null>()
  const withoutEmail = new Set<string>()
  const sockets = new Map<number, Socket>()
  /** The refusal that a fault demands at this command. */
  const refuseAt = (command: Parameters<typeof refusalAt>[0], { id }: SMTPServerSession) =>
    refusalAt(command, faults.get(id)?.fault)
  const server = new PromptServer({
    name: 'localhost',
    banner: 'Sandbox world, practice emails only',
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    size: EMAIL_MAX_BYTES,
    rejectOversized: true,
    maxClients: CONNECTIONS_MAX,
    socketTimeout: SILENCE_MS,
    closeTimeout: closeMs,
    logger: false,
    onConnect(session, callback) {
      advance(world)
      const fault = takeFault(world, 'mail', 'send')
      if (fault?.fault === 'down') return callback(NOT_AVAILABLE)
      faults.set(session.id, fault)
      withoutEmail.add(session.id)
      callback()
    },
    onMailFrom(_address, session, callback) {
      // A kept connection carries one email after another, and a fault is for the next email.
      if (!withoutEmail.delete(session.id)) faults.set(session.id, takeFault(world, 'mail', 'send'))
      if (faults.get(session.id)?.fault === 'down') return callback(NOT_AVAILABLE)
      callback(refuseAt('MAIL FROM', session))
    },
    onRcptTo(_address, session, callback) {
      const refusal = refuseAt('RCPT TO', session)
      if (refusal !== null) return callback(refusal)
      if (session.envelope.rcptTo.length >= EMAIL_READERS_MAX) return callback(TOO_MANY_READERS)
      callback()
    },
    onData(stream, session, callback) {
      const fault = faults.get(session.id)
      const refusal = refuseAt('DATA', session)
      if (refusal !== null) return void buffer(stream).then(() => callback(refusal), callback)
      takeOn(world, stream, session)
        .then(async () => {
          if (fault?.fault === 'accept-then-drop') return sockets.get(session.remotePort)?.destroy()
          if (fault?.fault === 'slow') await sleep(fault.delayMs ?? SLOW_MS)
          return callback()
        })
        .catch(() => callback(mailRefusal(451, '4.3.0 The email could not be read')))
    },
    onClose({ id }) {
      faults.delete(id)
      withoutEmail.delete(id)
    },
  })
  server.server.on('connection', (socket: Socket) => {
    const { remotePort } = socket
    if (remotePort === undefined) return
    sockets.set(remotePort, socket)
    socket.once('close', () => sockets.delete(remotePort))
  })
  // A connection that breaks mid-command must not end the process.
  server.on('error', () => undefined)
  return {
    listen: (port) =>
      new Promise((resolve, reject) => {
        server.server.once('error', reject)
        server.listen(port, '127.0.0.1', () => resolve((server.server.address() as AddressInfo).port))
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Records an email for every recipient, or for none. The server itself refuses one that is too large. */
async function takeOn(world: World, stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
  const raw = await buffer(stream)
  if (stream.sizeExceeded) return
  const read = await PostalMime.parse(raw)
  const at = world.now().toISOString()
  const headerOf = (name: string) => read.headers.find(({ key }) => key === name)?.value
  const [unsubscribe, unsubscribePost] = [headerOf('list-unsubscribe'), headerOf('list-unsubscribe-post')]
  world.record(
    session.envelope.rcptTo.map(({ address }) => ({
      type: 'email.received' as const,
      email: {
        id: `ltr_${world.nextId()}`,
        messageId: read.messageId ?? null,
        from: session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address,
        to: address,
        subject: read.subject ?? '',
        // The final line break is SMTP's own.
        text: (read.text ?? '').replace(/\n$/, ''),
        ...(read.html === undefined ? {} : { html: read.html.replace(/\n$/, '') }),
        ...(unsubscribe === undefined ? {} : { listUnsubscribe: unsubscribe }),
        ...(unsubscribePost === undefined ? {} : { listUnsubscribePost: unsubscribePost }),
        at,
      },
    })),
  )
}
