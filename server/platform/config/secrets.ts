import fs from 'node:fs'

/** The settings that nobody but this installation may know. Each of them can be in a file that `{name}_FILE` names. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_LISTEN_URL',
  'JARA_SECRET',
  'JARA_SECRET_BEFORE',
  'PAYSTACK_SECRET_KEY',
  'VTPASS_API_KEY',
  'VTPASS_PUBLIC_KEY',
  'VTPASS_SECRET_KEY',
  'VTPASS_CALLBACK_SECRET',
  'TERMII_API_KEY',
  'SMTP_URL',
  'ALARM_WEBHOOK_URL',
  'ALARM_WEBHOOK_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const

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

/** The one line of a file, or why it is not taken. */
function readSecretFile(file: string, isLive: boolean): { readonly secret: string } | string {
  const read = readWholeFile(file, { maxBytes: SECRET_FILE_MAX_BYTES, isForOwnerAlone: isLive })
  if (typeof read === 'string') return read
  const secret = read.text.replace(/\r?\n$/, '')
  if (secret === '') return `${file} is empty`
  return /^\P{C}*$/u.test(secret) ? { secret } : `${file} has more than one line of text`
}

/** The content of a file, or why it is refused. `isForOwnerAlone`: refused if anyone else may read or write it. */
export function readWholeFile(
  file: string,
  { maxBytes, isForOwnerAlone }: { readonly maxBytes: number; readonly isForOwnerAlone: boolean },
): { readonly text: string } | string {
  let handle: number
  try {
    // A pipe that nobody writes to would be waited for.
    handle = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return isMissing ? `there is no file ${file}` : `${file} cannot be read`
  }
  try {
    const stat = fs.fstatSync(handle)
    if (!stat.isFile()) return `${file} is no file`
    if (isForOwnerAlone && isOpenToOthers(stat))
      return `${file} can be read by others: live mode needs chmod 600 or 400`
    if (stat.size > maxBytes) return `${file} has more than ${maxBytes} bytes`
    return { text: fs.readFileSync(handle, 'utf8') }
  } finally {
    fs.closeSync(handle)
  }
}

/**
 * Whether anyone except the owner and root may read or write it. Root's own group may read: so systemd shows a credential
 * that an access list opens to the user of its service alone.
 */
export function isOpenToOthers({ mode, gid }: { readonly mode: number; readonly gid: number }): boolean {
  return (mode & (gid === 0 ? 0o037 : 0o077)) !== 0
}
