/** Default and placeholder passwords, without punctuation or case. */
const DEFAULTS = [
  'admin|administrator|root|postgres|postgresql|pgsql|database|db|sql|mail|smtp|emails|sandbox',
  'password|passwort|passwd|pass|passw0rd|p4ssword|secret|changeme|changeit|change|default|example|test|testing|guest|user|demo',
  'jara|jarawallet|jaraapp|jaraowner|wallet|letmein|welcome|qwerty|qwertyuiop|abc123|trustno1|none|null|empty|todo|xxx',
].flatMap((words) => words.split('|'))

/** Why such a password is refused. */
export const DEFAULT_PASSWORD = 'live mode needs a password that is not empty, short or a usual one'

/** Anyone who can reach the server can guess shorter ones within hours. */
const LENGTH_MIN = 8

/**
 * Whether a service account's password is among the first that a stranger tries: empty, short, a program's default, the
 * account's name, one of these followed by digits or doubled, or one repeated character.
 */
export function isDefaultPassword(password: string, user: string): boolean {
  if (password.length < LENGTH_MIN) return true
  const word = plain(password)
  const half = word.slice(0, word.length / 2)
  const core = half + half === word ? half : word
  const names = [...DEFAULTS, plain(user), ...user.toLowerCase().split(/[^a-z0-9]+/)].filter((name) => name !== '')
  return (
    new Set(password).size < 4 ||
    /^\d{0,12}$/.test(core) ||
    names.some((name) => core === name || trimmed(core) === name)
  )
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
/** Without the leading or trailing digits that people add to satisfy password rules. */
const trimmed = (word: string) => word.replaceAll(/^\d+|\d+$/g, '')
