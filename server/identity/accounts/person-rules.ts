import { EMAIL_MAX_LENGTH, FULL_NAME_MAX_LENGTH } from '#contract/constants.ts'
import { plainTyped } from '#contract/typed.ts'
import { AppError } from '#server/platform/errors.ts'

/** A letter with its marks: ọ̀ is one letter with two. More than three marks is not a name. */
const WORD = String.raw`\p{Script=Latin}[\u0300-\u036f]{0,3}`
/** Words of Latin letters joined by a space, an apostrophe or a hyphen. A word may begin with one, as in Hausa ʼYar. */
const NAME = new RegExp(`^['’ʼ]?${WORD}(?:(?:['’ʼ-]|\\.? ['’ʼ]?)?${WORD})+$`, 'u')

/**
 * Reads a person's name: Latin letters with Yorùbá, Igbo and Hausa marks, in NFC, single spaces.
 *
 * @throws AppError account.name-invalid for anything else: digits, symbols, control or direction characters, other scripts
 */
export function parseFullName(uncheckedName: string): string {
  const name = uncheckedName.trim().replace(/ +/g, ' ').normalize('NFC')
  const plainLetters = name.normalize('NFKC') === name
  if (name.length > FULL_NAME_MAX_LENGTH || !plainLetters || !NAME.test(name)) {
    throw refused('account.name-invalid', 'fullName')
  }
  return name
}

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const DOMAIN = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/
/** Letters after it are displayed in reverse, so the address would look like another one. */
const RIGHT_TO_LEFT = /\u202E/
const LOCAL_PART_MAX_LENGTH = 64

/**
 * Reads an email address: plain ASCII, one `@`, a domain with a dot. Kept as typed; compared without case.
 *
 * @throws AppError account.email-invalid
 */
export function parseEmail(uncheckedEmail: string): string {
  const email = plainTyped(uncheckedEmail)
  const [local = '', domain = '', ...rest] = email.split('@')
  const wellFormed =
    rest.length === 0 &&
    !RIGHT_TO_LEFT.test(uncheckedEmail) &&
    email.length <= EMAIL_MAX_LENGTH &&
    local.length <= LOCAL_PART_MAX_LENGTH &&
    LOCAL_PART.test(local) &&
    DOMAIN.test(domain)
  if (!wellFormed) throw refused('account.email-invalid', 'email')
  return email
}

/** `a•••@g•••.com`: enough for its owner to recognise it on a locked screen. */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  return `${local.slice(0, 1)}•••@${domain.slice(0, 1)}•••${domain.slice(domain.lastIndexOf('.'))}`
}

function refused(code: 'account.name-invalid' | 'account.email-invalid', field: string): AppError {
  const error = new AppError(code)
  return new AppError(code, { fields: { [field]: error.message } })
}
