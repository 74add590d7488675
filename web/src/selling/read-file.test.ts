import { expect, test } from 'vitest'
import { readListFile } from './read-file.ts'

const LIST = 'phone\tname\n08031234567\tṢọlá'
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

test.each<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(LIST)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${LIST}`)],
  ['UTF-16 as Excel saves it', utf16(`\uFEFF${LIST}`)],
  ['UTF-16 without its mark', utf16(LIST)],
  ['UTF-16 in the other order', utf16(`\uFEFF${LIST}`).swap16()],
  ['UTF-16 in the other order without its mark', utf16(LIST).swap16()],
])('a file in %s is read whole', async (_, bytes) => {
  expect(await readListFile(new Blob([Uint8Array.from(bytes)]))).toBe(LIST)
})

test('a file of the code page of its country is read with its letters', async () => {
  expect(await readListFile(new Blob([Uint8Array.of(0x52, 0x65, 0x6e, 0xe9)]))).toBe('René')
})

test('a spreadsheet’s own file is no list, and an empty one is an empty list', async () => {
  expect(await readListFile(new Blob([Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0x14)]))).toBeNull()
  expect(await readListFile(new Blob([]))).toBe('')
})
