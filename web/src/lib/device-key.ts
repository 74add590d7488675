import type { DevicePublicKey } from '#contract/accounts.ts'
import { base64url } from './base64url.ts'
import { readRecord, removeRecord, tryStore, writeRecord } from './device-store.ts'

/**
 * The keys that make this browser one of the account's devices. The private parts are non-extractable: not even this
 * page can read them, only use them.
 */
export type DeviceKeys = {
  readonly deviceId: string
  readonly publicKey: DevicePublicKey
  readonly signingKey: CryptoKey
  readonly pinKey: CryptoKey
}

/** Keys the server does not know yet, or knows under another sign-in. */
export type DeviceCandidate = {
  readonly publicKey: DevicePublicKey
  /** Keeps the keys once the server has accepted the device. */
  keep(deviceId: string): Promise<void>
}

/** The page cannot make or use keys here. `message` says what to do. */
export class DeviceKeyError extends Error {
  override readonly name = 'DeviceKeyError'
}

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' } as const
const utf8 = new TextEncoder()

/** WebCrypto exists only where the connection is safe. */
export function connectionIsSecure(): boolean {
  return globalThis.isSecureContext && globalThis.crypto?.subtle !== undefined
}

/**
 * Makes the keys of a new device. Nothing is stored until `keep`.
 *
 * @throws DeviceKeyError on an insecure connection
 * @throws StorageError where they could not be kept
 */
export async function newDevice(): Promise<DeviceCandidate> {
  requireSecureConnection()
  await tryStore()
  const pair = await crypto.subtle.generateKey(ECDSA, false, ['sign', 'verify'])
  const pinKey = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return candidate({ publicKey: { kty: 'EC', crv: 'P-256', x, y }, signingKey: pair.privateKey, pinKey })
}

/**
 * The keys this browser has, or new ones: a device that signs in again with its own keys keeps its PIN.
 *
 * @throws DeviceKeyError on an insecure connection
 * @throws StorageError where they could not be kept
 */
export async function thisDevice(): Promise<DeviceCandidate> {
  requireSecureConnection()
  await tryStore()
  const record = await readRecord()
  return isDeviceKeys(record) ? candidate(record) : await newDevice()
}

function candidate({ publicKey, signingKey, pinKey }: Omit<DeviceKeys, 'deviceId'>): DeviceCandidate {
  return {
    publicKey,
    keep: (deviceId) => writeRecord({ deviceId, publicKey, signingKey, pinKey } satisfies DeviceKeys),
  }
}

function requireSecureConnection(): void {
  if (!connectionIsSecure()) throw new DeviceKeyError('Open Jara on https or localhost.')
}

/**
 * This browser's keys.
 *
 * @throws DeviceKeyError when they are gone, for example because the browser's storage was cleared
 */
export async function deviceKeys(): Promise<DeviceKeys> {
  const record = await readRecord()
  if (isDeviceKeys(record)) return record
  throw new DeviceKeyError(
    'This browser no longer has its key. Sign in with your password to make a new one. Your money is untouched.',
  )
}

export const forgetDeviceKeys = removeRecord

function isDeviceKeys(record: unknown): record is DeviceKeys {
  return typeof record === 'object' && record !== null && 'publicKey' in record && 'pinKey' in record
}

/** base64url(HMAC-SHA256(this device's key, PIN)): what leaves this page instead of the PIN. */
export async function pinProof(keys: DeviceKeys, pin: string): Promise<string> {
  return base64url(await crypto.subtle.sign('HMAC', keys.pinKey, utf8.encode(pin)))
}

/** What a person approves, as it is signed. `terms` is the exact text that was shown, empty for all but an order. */
export type Agreed = {
  readonly purpose: 'order' | 'unlock' | 'confirm' | 'freeze' | 'unfreeze' | 'end-session' | 'close'
  readonly challenge: string
  readonly terms: string
}

/** The device's signature over what was shown. */
export async function approve(keys: DeviceKeys, of: Agreed): Promise<string> {
  const text = utf8.encode(await approvalText(of))
  return base64url(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, keys.signingKey, text))
}

/** What a passkey signs instead: the hash of the same text. */
export async function challengeToSign(of: Agreed): Promise<string> {
  return sha256(await approvalText(of))
}

async function approvalText({ purpose, challenge, terms }: Agreed): Promise<string> {
  return `jara.v1\n${purpose}\n${challenge}\n${await sha256(terms)}`
}

async function sha256(text: string): Promise<string> {
  return base64url(await crypto.subtle.digest('SHA-256', utf8.encode(text)))
}
