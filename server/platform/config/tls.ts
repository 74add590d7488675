import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { z } from 'zod'
import { readWholeFile } from './read-whole-file.ts'
import { LISTENERS, type Mode, type SettingRows } from './setting.ts'

const file = z.string().max(1_000)

/** The app's certificate and key, which the proxy checks. Both or neither; with both the app serves https and nothing else. */
export const tlsSettings = {
  TLS_CERT_FILE: {
    type: file,
    sharedWithSandbox: true,
    target: 'tls',
    meaning:
      'A PEM file with the certificate, then those that lead to its authority. With it and `TLS_KEY_FILE` the app serves https and nothing else; live mode requires both, except for a worker, which reads neither: [TLS from the proxy](../operate/live-mode.md#tls-from-the-proxy).',
    live: {
      neededBy: LISTENERS,
      readBy: LISTENERS,
      needs: 'it and TLS_KEY_FILE, see "TLS from the proxy" in docs/operate/live-mode.md',
      why: 'The app serves https only, even to the proxy.',
      wrong: ['/nowhere/app.pem'],
    },
  },
  TLS_KEY_FILE: {
    type: file,
    target: 'tls',
    meaning: 'A PEM file with the certificate’s private key, without a password.',
    live: {
      neededBy: LISTENERS,
      readBy: LISTENERS,
      needs: 'the private key of the certificate in TLS_CERT_FILE',
      saidWith: 'TLS_CERT_FILE',
      why: 'As `TLS_CERT_FILE`.',
      wrong: ['/nowhere/app.key'],
    },
  },
} as const satisfies SettingRows

type Read = {
  readonly JARA_MODE: Mode
  readonly TLS_CERT_FILE?: string | undefined
  readonly TLS_KEY_FILE?: string | undefined
}

/** The certificate with its chain, and its private key, both in PEM. */
export type Tls = { readonly certificates: string; readonly key: string }

/** Longer than any chain. */
const CERTIFICATES_MAX_BYTES = 65_536
/** Longer than any key. */
const KEY_MAX_BYTES = 16_384

/**
 * The content of the two files, valid at `now`; null when neither is named. `wrong` has a sentence for each unusable
 * file; none quotes a file.
 */
export function tlsFrom(read: Read, now: Date): { readonly tls: Tls | null; readonly wrong: readonly string[] } {
  const { TLS_CERT_FILE: certificateFile, TLS_KEY_FILE: keyFile } = read
  if (certificateFile === undefined && keyFile === undefined) return { tls: null, wrong: [] }
  if (certificateFile === undefined) return refused('TLS_CERT_FILE: set it beside TLS_KEY_FILE, or neither of them')
  if (keyFile === undefined) return refused('TLS_KEY_FILE: set it beside TLS_CERT_FILE, or neither of them')
  const chain = readChain(certificateFile, now)
  const own = readKey(keyFile, read.JARA_MODE === 'live')
  if (typeof chain === 'string') return refused(`TLS_CERT_FILE: ${chain}`)
  if (typeof own === 'string') return refused(`TLS_KEY_FILE: ${own}`)
  if (!chain.first.checkPrivateKey(own.key))
    return refused(`TLS_KEY_FILE: the key in ${keyFile} is not that of the certificate in TLS_CERT_FILE`)
  const tls = { certificates: chain.text, key: own.text }
  const cause = whyUnusable(tls)
  return cause === null ? { tls, wrong: [] } : refused(`TLS_CERT_FILE: no TLS can be spoken with it (${cause})`)
}

function refused(sentence: string) {
  return { tls: null, wrong: [sentence] }
}

/** Checks the whole chain: a proxy that verifies certificates rejects a chain with an expired one. */
function readChain(name: string, now: Date): { readonly first: X509Certificate; readonly text: string } | string {
  const read = readWholeFile(name, { maxBytes: CERTIFICATES_MAX_BYTES, isForOwnerAlone: false })
  if (typeof read === 'string') return read
  const blocks = read.text.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? []
  const chain = blocks.map(parsed)
  const [first] = chain
  if (first === undefined || first === null || chain.includes(null)) return `${name} holds no certificate in PEM`
  for (const each of chain) {
    if (each === null) continue
    if (each.validToDate <= now) return `a certificate in ${name} has ended on ${dayOf(each.validToDate)}`
    if (each.validFromDate > now) return `a certificate in ${name} begins on ${dayOf(each.validFromDate)} only`
  }
  return { first, text: blocks.join('\n') }
}

function parsed(block: string): X509Certificate | null {
  try {
    return new X509Certificate(block)
  } catch {
    return null
  }
}

function readKey(name: string, isLive: boolean): { readonly key: KeyObject; readonly text: string } | string {
  const read = readWholeFile(name, { maxBytes: KEY_MAX_BYTES, isForOwnerAlone: isLive })
  if (typeof read === 'string') return read
  try {
    return { key: createPrivateKey(read.text), text: read.text }
  } catch {
    return `${name} holds no private key in PEM that opens without a password`
  }
}

/** OpenSSL's own error for an unusable pair, such as a key that is too short. It quotes neither. */
function whyUnusable({ certificates, key }: Tls): string | null {
  try {
    createSecureContext({ cert: certificates, key })
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  }
}

function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
