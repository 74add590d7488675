import type { Files } from './copy.ts'

/** One broken program: a file with one place changed, and the tests that must notice. */
export type Mutant = {
  /** What it does wrong, unique within its area. */
  readonly name: string
  readonly file: string
  /** Exact text that occurs once in the file, or null to append at its end. */
  readonly find: string | null
  readonly replace: string
  /** Test files in stages, cheapest first: the next stage runs only if the previous one noticed nothing. */
  readonly tests: readonly (readonly string[])[]
}

/** An edit of a file as a mutant's place and text. */
export type Edit = readonly [name: string, find: string | null, replace: string]

/** Mutants of one file that the same tests must notice. */
export function mutantsOf(file: string, tests: Mutant['tests'], edits: readonly Edit[]): Mutant[] {
  return edits.map(([name, find, replace]) => ({ name, file, find, replace, tests }))
}

/**
 * The file's text after the mutation.
 *
 * @throws if `find` does not occur exactly once: the list and the program have diverged
 */
export function mutate(files: Files, { name, file, find, replace }: Mutant): string {
  const text = files.read(file)
  if (find === null) return `${text}\n${replace}\n`
  const places = text.split(find).length - 1
  if (places !== 1) throw new Error(`${name}: its text stands ${places} times in ${file}`)
  return text.replace(find, () => replace)
}
