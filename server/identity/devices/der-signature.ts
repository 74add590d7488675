/** An ECDSA signature of P-256 as browsers make it: the numbers r and s, 32 bytes each (IEEE P1363). */
export const SIGNATURE_BYTES = 64

const HALF = SIGNATURE_BYTES / 2
const [SEQUENCE, INTEGER] = [0x30, 0x02]
const SIGN_BIT = 0x80

/**
 * Converts the signature to DER (RFC 3279, section 2.2.3). Node also accepts IEEE P1363, but its conversion costs a
 * third of a signature check. Whether r and s are in range is left to the check.
 */
export function derSignature(signature: Uint8Array): Uint8Array {
  const r = integer(signature.subarray(0, HALF))
  const s = integer(signature.subarray(HALF))
  return Uint8Array.of(SEQUENCE, r.length + s.length, ...r, ...s)
}

/** A non-negative integer in as few bytes as possible. */
function integer(bytes: Uint8Array): number[] {
  let first = 0
  while (first < HALF - 1 && bytes[first] === 0) first++
  const digits = [...bytes.subarray(first)]
  if ((digits[0] ?? 0) >= SIGN_BIT) digits.unshift(0)
  return [INTEGER, digits.length, ...digits]
}
