export type ImageType = 'jpeg' | 'png' | 'webp'

/** The file's format by its first bytes; its name and declared type do not count. Null: none of the three. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  if (bytes.length < HEAD_BYTES) return null
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
  return isWebp ? 'webp' : null
}

const HEAD_BYTES = 12

function startsWith(bytes: Buffer, head: readonly number[]): boolean {
  return head.every((byte, place) => bytes[place] === byte)
}

/**
 * Words that other programs obey anywhere in a file. `<svg` alone occurs by chance in one of a hundred photos of 5 MB;
 * with the character that must follow, in one of four thousand.
 */
const WORDS_OF_OTHERS = /<script|<!doctype|<html|<svg[\t\n\r />:]|<\?php|eicar-standard-antivirus-test-file/i
const LONGEST_WORD_BYTES = 40
/** A file is searched in pieces, so that it never becomes one long string. */
const PIECE_BYTES = 64 * 1_024
const PDF_HEAD = '%PDF-'
/** PDF readers accept a file whose header is anywhere in this range. */
const PDF_HEAD_WITHIN_BYTES = 1_024
const ZIP_END = Buffer.from('PK\u0005\u0006', 'latin1')
const ZIP_END_BYTES = 22
/** The end of a ZIP with the longest comment it may have. */
const ZIP_END_WITHIN_BYTES = ZIP_END_BYTES + 0xffff

/**
 * True for a picture that another program would read as its own: a page, a document, an archive, a test virus. Nothing
 * of the file is stored anyway, but a file with two formats was made to deceive.
 */
export function isPolyglot(bytes: Buffer): boolean {
  return holdsWords(bytes) || bytes.toString('latin1', 0, PDF_HEAD_WITHIN_BYTES).includes(PDF_HEAD) || endsAsZip(bytes)
}

function holdsWords(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (WORDS_OF_OTHERS.test(bytes.toString('latin1', at, at + PIECE_BYTES + LONGEST_WORD_BYTES))) return true
  }
  return false
}

/** An archive's end record gives the length of the comment after it, which must reach the last byte. */
function endsAsZip(bytes: Buffer): boolean {
  const tail = bytes.subarray(Math.max(0, bytes.length - ZIP_END_WITHIN_BYTES))
  for (let at = tail.indexOf(ZIP_END); at >= 0; at = tail.indexOf(ZIP_END, at + 1)) {
    const end = at + ZIP_END_BYTES
    if (end <= tail.length && end + tail.readUInt16LE(end - 2) === tail.length) return true
  }
  return false
}
