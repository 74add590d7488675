import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { isWeak, parseSecret } from './secret.ts'

it.each([32, 33, 64])('reads a secret of %i bytes in small and in capital letters', (bytes) => {
  const secret = randomBytes(bytes)
  expect(parseSecret(secret.toString('hex'))).toEqual(secret)
  expect(parseSecret(secret.toString('hex').toUpperCase())).toEqual(secret)
})

it.each(['', 'a1'.repeat(31), `${'a1'.repeat(32)}a`, `${'a1'.repeat(31)}zz`, ` ${'a1'.repeat(32)}`])(
  'reads no secret from "%s"',
  (text) => {
    expect(parseSecret(text)).toBeNull()
  },
)

it('takes no random secret for a weak one', () => {
  for (let n = 0; n < 2_000; n++) expect(isWeak(randomBytes(32).toString('hex'))).toBe(false)
})
