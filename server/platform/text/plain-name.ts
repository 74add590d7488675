/*
 * Operators' names appear in the record and in what others sign, so no name may read like another's. A name has only
 * letters of known shapes, and the database compares names by their looks: `operator_name_look` in
 * server/migrations/0005_operators.sql.
 */

/** The letters of English, Yorùbá, Igbo and Hausa without their marks. */
const LETTER = 'A-Za-zƁɓƊɗƘƙƳƴ'
/** Grave, acute, circumflex, tilde, macron, dot above, two dots, caron, dot below, cedilla, strokes below. */
const MARK = '\\u0300-\\u0304\\u0307\\u0308\\u030c\\u0323\\u0327\\u0329\\u0331'
/** Matches the decomposed name: a letter has at most two marks, like ọ̀. */
const PLAIN = new RegExp(`^(?:[${LETTER}][${MARK}]{0,2}|[ .'’ʼ-])+$`)

/** Whether a name has only letters of the languages of Nigeria in Latin script, spaces, hyphens, apostrophes and full stops. */
export function isPlainName(name: string): boolean {
  return PLAIN.test(name.normalize('NFD'))
}
