import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BpcId, UserId } from '#contract/ids.ts'
import { keysFrom } from '#server/platform/crypto/keys.ts'
import { idSource } from '#server/platform/ids.ts'
import { decryptCode, encryptCode, newCode, parseCode } from './code.ts'

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const newId = idSource(() => new Date(0), randomBytes)
const someCode = fc.constant(null).map(() => newCode(randomBytes))

describe('a BPC code', () => {
  test('is four groups of four letters that cannot be mistaken for each other', () => {
    for (let i = 0; i < 1_000; i++)
      expect(newCode(randomBytes)).toMatch(/^(?:[2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/)
  })

  test('uses every letter about as often as any other', () => {
    const counts = new Map<string, number>()
    for (let i = 0; i < 20_000; i++) {
      for (const letter of newCode(randomBytes).replaceAll('-', '').slice(0, 15)) {
        counts.set(letter, (counts.get(letter) ?? 0) + 1)
      }
    }
    const expected = (20_000 * 15) / ALPHABET.length
    expect(counts.size).toBe(ALPHABET.length)
    for (const count of counts.values()) expect(Math.abs(count - expected) / expected).toBeLessThan(0.08)
  })

  test('draws again where a byte would favour some letters, and never stops short', () => {
    let calls = 0
    const code = newCode((count) => new Uint8Array(count).fill(calls++ === 0 ? 255 : 3))
    expect(code.slice(0, 14)).toBe('5555-5555-5555')
  })

  test('is read however it was typed', () => {
    fc.assert(
      fc.property(someCode, fc.constantFrom('', ' ', '-', '–', ' - '), fc.boolean(), (code, joint, lower) => {
        const typed = ` ${code.replaceAll('-', joint)}\n`
        expect(parseCode(lower ? typed.toLowerCase() : typed)).toBe(code)
      }),
    )
  })

  test('with one wrong letter is refused, always', () => {
    const letters = newCode(randomBytes).replaceAll('-', '')
    for (let at = 0; at < letters.length; at++) {
      for (const other of ALPHABET) {
        if (other === letters[at]) continue
        expect(parseCode(letters.slice(0, at) + other + letters.slice(at + 1))).toBeNull()
      }
    }
  })

  test('with two neighbours swapped is refused, always', () => {
    fc.assert(
      fc.property(someCode, fc.integer({ min: 0, max: 14 }), (code, at) => {
        const letters = code.replaceAll('-', '')
        const [one = '', two = ''] = [letters[at], letters[at + 1]]
        fc.pre(one !== two)
        expect(parseCode(letters.slice(0, at) + two + one + letters.slice(at + 2))).toBeNull()
      }),
    )
  })

  test('is nothing else', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        expect(parseCode(text)).toBeNull()
      }),
    )
  })
})

describe('a sealed code', () => {
  const deps = { keys: keysFrom(Buffer.alloc(32, 1)), randomBytes }
  const owner: { userId: UserId; id: BpcId } = { userId: newId('usr'), id: newId('bpc') }

  test('opens to the same code, and is another box each time', () => {
    const code = newCode(randomBytes)
    const [one, two] = [encryptCode(deps, owner, code), encryptCode(deps, owner, code)]
    expect(decryptCode(deps, owner, one)).toBe(code)
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(false)
  })

  test('opens for no other user, in no other row, with no other key, and with no bit changed', () => {
    const box = encryptCode(deps, owner, newCode(randomBytes))
    expect(() => decryptCode(deps, { ...owner, userId: newId('usr') }, box)).toThrow()
    expect(() => decryptCode(deps, { ...owner, id: newId('bpc') }, box)).toThrow()
    expect(() => decryptCode({ keys: keysFrom(Buffer.alloc(32, 2)) }, owner, box)).toThrow()
    for (let at = 0; at < box.length; at++) {
      const changed = Uint8Array.from(box, (byte, index) => (index === at ? byte ^ 1 : byte))
      expect(() => decryptCode(deps, owner, changed)).toThrow()
    }
  })
})
