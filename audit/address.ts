import fs from 'node:fs'

/** The address file is empty, or two addresses are set. */
export class NoAddressError extends Error {
  override readonly name = 'NoAddressError'
}

/**
 * The address in DATABASE_URL, or in the file that DATABASE_URL_FILE names; undefined without either.
 *
 * @throws NoAddressError; the message never quotes the file
 */
export function databaseAddress(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { DATABASE_URL: url, DATABASE_URL_FILE: file } = env
  if (!file) return url
  if (url) throw new NoAddressError('DATABASE_URL_FILE: set either this or DATABASE_URL')
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  const address = stat?.isFile() === true ? fs.readFileSync(file, 'utf8').replace(/\r?\n$/, '') : ''
  if (/^postgres\P{C}+$/u.test(address)) return address
  throw new NoAddressError(`DATABASE_URL_FILE: ${file} holds no address of a PostgreSQL database`)
}
