import { readWholeFile } from './read-whole-file.ts'
import { SECRET_SETTINGS } from './settings.ts'

/** Longer than any address or key. */
const SECRET_FILE_MAX_BYTES = 8_192

/** The variables that a process is started with. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The environment including secrets in files, and a message for each unusable file. None quotes a file. */
export function withSecretFiles(env: Environment): { readonly env: Environment; readonly wrong: readonly string[] } {
  const found: Record<string, string> = {}
  const wrong: string[] = []
  for (const name of SECRET_SETTINGS) {
    const file = env[`${name}_FILE`]
    if (file === undefined || file === '') continue
    const read = env[name] ? 'set either this or the setting itself' : readSecretFile(file, env.JARA_MODE === 'live')
    if (typeof read === 'string') wrong.push(`${name}_FILE: ${read}`)
    else found[name] = read.secret
  }
  return { env: { ...env, ...found }, wrong }
}

/** The file's single line, or why it is refused. */
function readSecretFile(file: string, isLive: boolean): { readonly secret: string } | string {
  const read = readWholeFile(file, { maxBytes: SECRET_FILE_MAX_BYTES, isForOwnerAlone: isLive })
  if (typeof read === 'string') return read
  const secret = read.text.replace(/\r?\n$/, '')
  if (secret === '') return `${file} is empty`
  return /^\P{C}*$/u.test(secret) ? { secret } : `${file} has more than one line of text`
}
