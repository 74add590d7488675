import { hkdfSync, randomBytes } from 'node:crypto'
import type { AppliedMigration } from './load.ts'

/** The header: the one unencrypted line of a backup. The seal covers it. */
export type Header = {
  readonly format: typeof FORMAT
  /** Read before the snapshot was taken: everything committed by then is in the backup. */
  readonly madeAt: string
  readonly program: string
  /** The schema of the rows. */
  readonly migrations: readonly AppliedMigration[]
  readonly salt: string
  /** Shows whether a secret is the right one and reveals nothing about it. */
  readonly secretCheck: string
}

export const FORMAT = 'jara-backup-1'
const SALT_BYTES = 32
const KEY_BYTES = 32
const NONCE_BYTES = 12
const CHECK_BYTES = 16

export type BackupKey = { readonly key: Buffer; readonly nonce: Buffer; readonly secretCheck: string }

/** A key for one file, from the installation's secret and the file's own salt. */
export function backupKey(secret: Uint8Array, saltHex: string): BackupKey {
  const salt = Buffer.from(saltHex, 'hex')
  const bytes = Buffer.from(hkdfSync('sha256', secret, salt, 'jara.v1/backup', KEY_BYTES + NONCE_BYTES + CHECK_BYTES))
  return {
    key: bytes.subarray(0, KEY_BYTES),
    nonce: bytes.subarray(KEY_BYTES, KEY_BYTES + NONCE_BYTES),
    secretCheck: bytes.subarray(KEY_BYTES + NONCE_BYTES).toString('hex'),
  }
}

export function newSalt(): string {
  return randomBytes(SALT_BYTES).toString('hex')
}
