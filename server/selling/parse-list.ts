import { cleanLine } from '#server/platform/text/sanitize-line.ts'

/** One row of a list as written. */
export type ListRecord = {
  /** First line of the record, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
  /** The text as received, made harmless and short enough to show. */
  readonly text: string
  /** A quotation mark is not closed, so the cells mean nothing. */
  readonly broken: boolean
}

export type ParsedList = {
  readonly records: readonly ListRecord[]
  readonly delimiter: Delimiter
  /** There are more records than asked for; the others were not read. */
  readonly tooLong: boolean
}

export type Delimiter = ',' | ';' | '\t'

export const TEXT_SHOWN_MAX_LENGTH = 120

/** A first line such as `sep=;` names the separator for spreadsheets. */
const SEPARATOR_LINE = /^"?sep=([,;\t])"?[ \t]*(?:\n|$)/i

/**
 * Reads pasted lines or a CSV file: comma, semicolon or tab, or what `sep=` says; quotes as in RFC 4180, also as `="0803…"`; any line
 * end; a byte order mark. Empty lines are left out and counted as lines. Stops after `recordsMax` records.
 */
export function parseList(uncheckedText: string, recordsMax: number): ParsedList {
  const source = uncheckedText.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const [separatorLine = '', said] = SEPARATOR_LINE.exec(source) ?? []
  const delimiter = (said as Delimiter | undefined) ?? delimiterOf(source)
  const records: ListRecord[] = []
  let line = separatorLine === '' ? 1 : 2
  for (let at = separatorLine.length; at < source.length; ) {
    const { cells, end, broken } = readRecord(source, at, delimiter)
    const text = source.slice(at, end)
    if (cells.some((cell) => cell.trim() !== '')) {
      if (records.length === recordsMax) return { records, delimiter, tooLong: true }
      records.push({ line, cells, text: cleanLine(text, TEXT_SHOWN_MAX_LENGTH), broken })
    }
    line += text.split('\n').length
    at = end + 1
  }
  return { records, delimiter, tooLong: false }
}

/** The separator of the cells: the first line that has one outside quotes decides. */
function delimiterOf(source: string): Delimiter {
  for (const line of source.split('\n')) {
    const unquoted = line.replaceAll(/"[^"]*"/g, '')
    const found = (['\t', ';', ','] as const).find((each) => unquoted.includes(each))
    if (found !== undefined) return found
  }
  return ','
}

type Read = { readonly cells: string[]; readonly end: number; readonly broken: boolean }

/** The record that begins at `start`; `end` is where its line ends. */
function readRecord(source: string, start: number, delimiter: Delimiter): Read {
  const cells: string[] = []
  for (let at = start; ; ) {
    const cell = readCell(source, at, delimiter)
    if (cell === null) {
      const end = endOfLine(source, start)
      return { cells: [source.slice(start, end)], end, broken: true }
    }
    cells.push(cell.text)
    if (source[cell.end] !== delimiter) return { cells, end: cell.end, broken: false }
    at = cell.end + 1
  }
}

/** Null when a quoted cell is not closed properly. */
function readCell(source: string, start: number, delimiter: Delimiter): { text: string; end: number } | null {
  const first = skipSpaces(source, start)
  // Spreadsheets write a cell that must not become a number as a formula: `="0803…"`.
  const open = source.startsWith('="', first) ? first + 1 : first
  if (source[open] !== '"') {
    const line = endOfLine(source, start)
    const next = source.slice(start, line).indexOf(delimiter)
    const end = next < 0 ? line : start + next
    return { text: source.slice(start, end), end }
  }
  const close = closingQuote(source, open)
  if (close < 0) return null
  const text = source.slice(open + 1, close).replaceAll('""', '"')
  // A forgotten quotation mark would swallow the rows up to the next one. No real cell holds a number and a line break.
  if (text.includes('\n') && /\d{10}/.test(text)) return null
  const end = skipSpaces(source, close + 1)
  return end >= source.length || source[end] === delimiter || source[end] === '\n' ? { text, end } : null
}

function closingQuote(source: string, open: number): number {
  for (let at = source.indexOf('"', open + 1); at >= 0; at = source.indexOf('"', at + 2)) {
    if (source[at + 1] !== '"') return at
  }
  return -1
}

function skipSpaces(source: string, start: number): number {
  let at = start
  while (source[at] === ' ') at++
  return at
}

function endOfLine(source: string, start: number): number {
  const at = source.indexOf('\n', start)
  return at < 0 ? source.length : at
}
