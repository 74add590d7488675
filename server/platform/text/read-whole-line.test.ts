import { expect, it } from 'vitest'
import { readAtMost, readWholeLine } from './read-whole-line.ts'

it('keeps a line of the longest length, and refuses one character more instead of cutting it', () => {
  const of = { what: 'the proof', min: 0, max: 5 }
  for (const read of [readAtMost, readWholeLine]) {
    expect(read('  ṣẹ̀ṣẹ ', of)).toBe('ṣẹ̀ṣẹ')
    expect(read('12345', of)).toBe('12345')
    expect(() => read('123456', of)).toThrow('5 characters')
  }
})
