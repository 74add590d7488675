import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/constants.ts'
import { AppError } from '#server/platform/errors.ts'

/** The most frequent passwords in leaked data, in lower case: some 18,000 are long enough to be chosen here. */
let breached: ReadonlySet<string> | undefined

/** Common choices, in lower case, without the digits and signs that people put around them. */
const COMMON_WORDS = new Set(
  `password passw0rd p@ssword p@ssw0rd pa55word qwerty qwertyui qwertyuiop qwerty1 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4
  asdfghjk asdfghjkl zxcvbnm zxcvbnmm letmein welcome w3lcome admin administrator login iloveyou loveyou sunshine princess
  football baseball superman batman spiderman pokemon monkey dragon shadow master michael jennifer jessica charlie whatever
  trustno freedom starwars computer internet samsung iphone google facebook whatsapp instagram chocolate butterfly
  liverpool chelsea arsenal manchester barcelona realmadrid ronaldo messi
  nigeria naija lagos abuja blessing goodness godisgood godislove jesus jesuschrist jesusislord ilovejesus thankgod
  godbless amazing favour money mymoney cash secret default changeme test testing temp temporary
  abc abcd abcdef abcdefg user username passphrase newpassword mypassword hello helloworld`.split(/\s+/),
)
const PRODUCT_WORDS = [
  'jara',
  'jarawallet',
  'jaraapp',
  'myjara',
  'wallet',
  'mywallet',
  'mobilewallet',
  'bpc',
  'bpccode',
]

/** Keyboard rows and the alphabet: a password that only walks along one is easily guessed. */
const WALKS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb',
]

/**
 * Refuses passwords that guessers try first: too short, common, leaked, the product's or the person's own words, one
 * character or a short pattern repeated, a walk along the keyboard. Kinds of characters do not matter.
 *
 * @returns the password in NFC, the form that is hashed
 * @throws AppError account.password-weak
 */
export function parseNewPassword(
  uncheckedPassword: string,
  about: { email: string; fullName: string; brand: string },
): string {
  const password = uncheckedPassword.normalize('NFC')
  const length = [...password].length
  if (length < PASSWORD_MIN_LENGTH || length > PASSWORD_MAX_LENGTH || isGuessable(password, about)) {
    throw new AppError('account.password-weak', { fields: { password: new AppError('account.password-weak').message } })
  }
  return password
}

function isGuessable(password: string, about: { email: string; fullName: string; brand: string }): boolean {
  const lower = password.toLowerCase()
  const core = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const own = [...about.email.toLowerCase().split('@'), about.email.toLowerCase(), ...nameWords(about.fullName)]
  const words = [...PRODUCT_WORDS, about.brand.toLowerCase(), ...own]
  const isListed = (text: string) => COMMON_WORDS.has(text) || words.includes(text)
  breached ??= new Set(dictionary['passwords-common'])
  return breached.has(lower) || isListed(lower) || (core !== '' && isListed(core)) || isPattern(lower) || isWalk(lower)
}

function nameWords(fullName: string): string[] {
  const lower = fullName.toLowerCase()
  const words = lower.split(/[^\p{L}\p{M}]+/u)
  return [lower, ...words, words.join(''), words.toReversed().join('')]
}

/** `aaaaaaaa`, `12121212`, `abcabcabc`, `jesusjesus`, and anything with fewer than three different characters. */
function isPattern(text: string): boolean {
  return /^(.{1,8}?)\1+$/su.test(text) || new Set(text).size < 3
}

function isWalk(text: string): boolean {
  return WALKS.some((walk) => walk.includes(text) || [...walk].reverse().join('').includes(text))
}
