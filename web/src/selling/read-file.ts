/** The first bytes of a spreadsheet's own file, which is a zip archive. */
const ARCHIVE = [0x50, 0x4b, 0x03, 0x04]

/** The text of a list's file; null for a spreadsheet's own format, which is no text. */
export async function readListFile(file: Blob): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return ARCHIVE.every((byte, place) => bytes[place] === byte) ? null : textOf(bytes)
}

/** Excel saves "Unicode Text" as UTF-16 and "CSV" in the code page of its country. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return decode(bytes, 'utf-16le')
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return decode(bytes, 'utf-16be')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decode(bytes, 'windows-1252')
  }
}

const decode = (bytes: Uint8Array, encoding: string) => new TextDecoder(encoding).decode(bytes)
