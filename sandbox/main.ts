import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createMailServer } from '#sandbox/email/mail-server.ts'
import { SANDBOX_TERMII_ACCOUNT } from '#sandbox/termii/keys.ts'
import { SANDBOX_VTPASS_KEYS } from '#sandbox/vtpass/keys.ts'
import { buildSandbox } from './server.ts'
import { createWebhookSender } from './webhook-sender.ts'
import { createWorld, SANDBOX_PAYSTACK_KEY } from './world.ts'

/** The last part of the callback address that the app gives VTpass. */
const CALLBACK_SECRET = 'jara-sandbox-callback'

/** Starts the sandbox world on SANDBOX_PORT, and its mail server on SANDBOX_SMTP_PORT. Never part of a live installation. */
async function main(): Promise<void> {
  // The world's files are stored beside the app's data.
  process.umask(0o077)
  const port = portFrom('SANDBOX_PORT', 3001)
  const smtpPort = portFrom('SANDBOX_SMTP_PORT', 3025)
  const secretKey = keyFrom('PAYSTACK_SECRET_KEY') || SANDBOX_PAYSTACK_KEY
  if (process.env.JARA_MODE === 'live' || secretKey.startsWith('sk_live_')) {
    throw new Error('it is practice only, and live mode or a live key is set')
  }
  const dataFolder = process.env.DATA_DIR || './data'
  const certificateFile = process.env.TLS_CERT_FILE
  if (certificateFile) believeIn(certificateFile)
  const appUrl = `${certificateFile ? 'https' : 'http'}://localhost:${portFrom('PORT', 3000)}`
  const world = createWorld({
    clock: { now: () => new Date() },
    randomBytes,
    stateFile: path.join(dataFolder, 'sandbox', 'world.jsonl'),
    webhookUrl: process.env.SANDBOX_WEBHOOK_URL || `${appUrl}/webhooks/paystack`,
    appUrl: process.env.PUBLIC_URL || appUrl,
    secretKey,
    vtpassKeys: {
      apiKey: keyFrom('VTPASS_API_KEY') || SANDBOX_VTPASS_KEYS.apiKey,
      publicKey: keyFrom('VTPASS_PUBLIC_KEY') || SANDBOX_VTPASS_KEYS.publicKey,
      secretKey: keyFrom('VTPASS_SECRET_KEY') || SANDBOX_VTPASS_KEYS.secretKey,
    },
    termii: {
      apiKey: keyFrom('TERMII_API_KEY') || SANDBOX_TERMII_ACCOUNT.apiKey,
      senderId: process.env.TERMII_SENDER_ID || SANDBOX_TERMII_ACCOUNT.senderId,
    },
    vtpassCallbackUrl:
      process.env.SANDBOX_VTPASS_CALLBACK_URL ||
      `${appUrl}/webhooks/vtpass/${keyFrom('VTPASS_CALLBACK_SECRET') || CALLBACK_SECRET}`,
  })
  const app = buildSandbox(world)
  const mailServer = createMailServer(world)
  const postman = createWebhookSender(world)
  const stop = async () => {
    postman.stop()
    await Promise.all([app.close(), mailServer.close()])
    world.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  await mailServer.listen(smtpPort)
  await app.listen({ port, host: 'localhost' })
  postman.start()
  console.log(`Sandbox world (practice money, no real value) ready at http://localhost:${port}`)
}

/** One of the app's keys, from its setting or from the file that the app reads. */
function keyFrom(name: string): string | undefined {
  const file = process.env[`${name}_FILE`]
  return process.env[name] || (file ? fs.readFileSync(file, 'utf8').trim() : undefined)
}

/** With a certificate the app serves https only. It is self-signed: trust its own file, as the proxy in front does. */
function believeIn(certificateFile: string): void {
  setDefaultCACertificates([...getCACertificates('default'), fs.readFileSync(certificateFile, 'utf8')])
}

function portFrom(name: string, otherwise: number): number {
  const text = process.env[name]
  if (text === undefined || text === '') return otherwise
  const port = Number(text)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw new Error(`${name}: a port number from 1 to 65535 is needed, not "${text}"`)
}

main().catch((error: NodeJS.ErrnoException & { port?: number }) => {
  const setting = error.port === portFrom('SANDBOX_SMTP_PORT', 3025) ? 'SANDBOX_SMTP_PORT' : 'SANDBOX_PORT'
  console.error(
    error.code === 'EADDRINUSE'
      ? `The sandbox world cannot start: port ${error.port} is in use. Stop the other program or set ${setting}.`
      : `The sandbox world cannot start: ${error.message}`,
  )
  process.exit(1)
})
