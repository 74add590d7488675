import { createHash } from 'node:crypto'

import { type Row, text, whole } from './rows.ts'

/**
 * The three hashes of the ledger, recomputed from the byte formats in docs/reference/ledger.md. All results are
 * hexadecimal.
 */

export type HashedMovement = { readonly from: string; readonly to: string; readonly amount: bigint }

export function inputHash(kind: string, subject: string | null, movements: readonly HashedMovement[]): string {
  const lines = movements.map(({ from, to, amount }) => `${from}>${to}:${amount};`).join('')
  return sha256(`${kind}\n${subject ?? ''}\n${lines}`)
}

export type DigestedTransfer = {
  readonly user: string
  readonly id: string
  readonly key: string
  /** As `instant` writes it. */
  readonly postedAt: string
  readonly inputHash: string
}

export function transferDigest({ user, id, key, postedAt, inputHash: input }: DigestedTransfer): string {
  return sha256(`${user}\n${id}\n${key}\n${postedAt}\n`, Buffer.from(input, 'hex'))
}

export type ChainLink = {
  /** The hash of the account's entry before, empty for its first. */
  readonly previous: string
  readonly digest: string
  readonly account: string
  readonly leg: bigint
  readonly seq: bigint
  readonly amount: bigint
  readonly balanceAfter: bigint
}

export function entryHash(link: ChainLink): string {
  const { account, leg, seq, amount, balanceAfter } = link
  return createHash('sha256')
    .update(Buffer.from(link.previous, 'hex'))
    .update(Buffer.from(link.digest, 'hex'))
    .update(`${account}\n${leg}\n${seq}\n${amount}\n${balanceAfter}`)
    .digest('hex')
}

/** The fields of a line of operator_audit in the order in which its hash covers them, after its number and time. */
const LINE_FIELDS = [
  'operator_id',
  'role',
  'session_id',
  'act',
  'subject',
  'reason',
  'before',
  'after',
  'request_id',
] as const

/** Hash of a line of operator_audit: the previous hash, then each field on its own line. `at` is in microseconds. */
export function operatorLineHash(previous: string, line: Row): string {
  const at = line.at == null ? null : instant(whole(line, 'at'))
  const fields = [text(line, 'number'), at ?? '', ...LINE_FIELDS.map((field) => line[field] ?? '')]
  return createHash('sha256').update(Buffer.from(previous, 'hex')).update(fields.join('\n')).digest('hex')
}

const MICROS_PER_MS = 1_000n
const MICROS_PER_S = 1_000_000n
/** JavaScript dates end here. */
const MICROS_MAX = 8_640_000_000_000_000n * MICROS_PER_MS

/** Microseconds since 1970 as `2026-11-21T03:16:00.000000Z`; null for an instant outside JavaScript's calendar. */
export function instant(micros: bigint | null): string | null {
  if (micros === null || micros > MICROS_MAX || micros < -MICROS_MAX) return null
  const fraction = ((micros % MICROS_PER_S) + MICROS_PER_S) % MICROS_PER_S
  const seconds = new Date(Number((micros - fraction) / MICROS_PER_MS)).toISOString().slice(0, -'.000Z'.length)
  return `${seconds}.${fraction.toString().padStart(6, '0')}Z`
}

function sha256(text: string, rest: Uint8Array = new Uint8Array()): string {
  return createHash('sha256').update(text).update(rest).digest('hex')
}
