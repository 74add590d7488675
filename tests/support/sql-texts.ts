import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** A text in the program's source. Interpolations stand between ⟨ and ⟩, as written there. */
export type SqlText = { readonly file: string; readonly text: string }

const server = path.join(import.meta.dirname, '..', '..', 'server')
/** Runs as the owner: migrates the schema, closes a database, fills one, opens a restored one. */
const AS_OWNER = [/^platform\/db\/(?!open\.ts)/, /^platform\/backups\//, /^controls\/restore\//]
const IS_SQL = /\b(?:select|insert into|update|delete from|from|join)\b/

/** The files of the running program below `server/`. */
export function sourcesOfTheProgram(): { file: string; source: string }[] {
  const files = fs.readdirSync(server, { recursive: true, encoding: 'utf8' }).map((file) => file.replaceAll('\\', '/'))
  return files
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !AS_OWNER.some((each) => each.test(file)))
    .map((file) => ({ file, source: fs.readFileSync(path.join(server, file), 'utf8') }))
}

/** Every text of the running program that may be a statement or part of one. */
export function sqlTextsOfTheProgram(): SqlText[] {
  return sourcesOfTheProgram().flatMap(({ file, source }) => sqlTextsIn(file, source))
}

/** The same for the source of one file. */
export function sqlTextsIn(file: string, source: string): SqlText[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`)
  return textsUnder(program, source)
    .filter((text) => IS_SQL.test(text))
    .map((text) => ({ file, text }))
}

type Node = { readonly type?: string; readonly [property: string]: unknown }
type Template = {
  readonly quasis: readonly { readonly value: { readonly cooked: string } }[]
  readonly expressions: readonly Placed[]
}
type Placed = { readonly start: number; readonly end: number }

function textsUnder(node: unknown, source: string): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => textsUnder(each, source))
  if (typeof node !== 'object' || node === null) return []
  const { type, value } = node as Node
  const own =
    type === 'TemplateLiteral'
      ? [textOf(node as unknown as Template, source)]
      : type === 'Literal' && typeof value === 'string'
        ? [value]
        : []
  return [...own, ...Object.values(node).flatMap((each) => textsUnder(each, source))]
}

function textOf({ quasis, expressions }: Template, source: string): string {
  const put = expressions.map(({ start, end }) => `⟨${source.slice(start, end).replace(/\W+/g, ' ').trim()}⟩`)
  return quasis.map(({ value }, i) => value.cooked + (put[i] ?? '')).join('')
}
