import path from 'node:path'
import { isWeak } from '#server/platform/crypto/secret.ts'
import { whyNotPublic } from './public-name.ts'

// Why live mode refuses a well-formed value; null if it does not.

export function whyRefusedOrigin(address: string): string | null {
  const { protocol, hostname, port } = new URL(address)
  if (protocol !== 'https:') return 'live mode needs an https address'
  if (port !== '') return `live mode needs the usual port of https: leave out :${port}`
  return inLive(whyNotPublic(hostname))
}

export function whyRefusedLink(address: string): string | null {
  return inLive(whyNotPublic(new URL(address).hostname))
}

export function whyRefusedWebhook(address: string): string | null {
  return new URL(address).protocol === 'https:' ? whyRefusedLink(address) : 'live mode needs an https address'
}

export function whyRefusedMailbox(address: string): string | null {
  return inLive(whyNotPublic(address.slice(address.lastIndexOf('@') + 1)))
}

function inLive(why: string | null): string | null {
  return why === null ? null : `live mode ${why}`
}

export function whyRelative(folder: string): string | null {
  return path.isAbsolute(folder)
    ? null
    : 'live mode needs a path from the root: another one depends on where it is started'
}

export function whyWeak(secret: string): string | null {
  return isWeak(secret) ? 'this one was not made at random' : null
}

export function whyTheSandboxes(key: string): (value: string) => string | null {
  return (value) => (value === key ? 'live mode needs your own' : null)
}

export function whyRefusedLevel(level: string): string | null {
  if (level === 'debug') return 'live mode does not write debug lines'
  return level === 'silent' || level === 'fatal' ? 'live mode writes its alarms' : null
}
