import path from 'node:path'

/** The folder for Node's compile cache, which halves the CPU time of starting one of our programs. */
const COMPILE_CACHE_VARIABLE = 'NODE_COMPILE_CACHE'

/**
 * Flags before the program's name that turn off optimising compilers. Optimising takes a quarter of a start's CPU time
 * for the embedded database and an eighth for our own code, and pays off only after minutes.
 */
export const PROGRAM_FLAGS: readonly string[] = ['--liftoff-only', '--no-opt', '--no-maglev']

/** Makes every process started from here on keep its compiled code, between runs too. */
export function keepCompiled(): void {
  process.env[COMPILE_CACHE_VARIABLE] ??= path.join(import.meta.dirname, '../../node_modules/.cache/jara/compiled')
}

/** The environment of every program that a test starts, before its own settings. */
export function programEnvironment(): Record<string, string> {
  const compiled = process.env[COMPILE_CACHE_VARIABLE]
  return { PATH: process.env.PATH ?? '', ...(compiled === undefined ? {} : { [COMPILE_CACHE_VARIABLE]: compiled }) }
}
