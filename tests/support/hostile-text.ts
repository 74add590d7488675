/** Hostile text from outside: what is wrong with it, the text, and what is left once cleaned. */
export type HostileText = { readonly what: string; readonly text: string; readonly kept: string }

/** Longer than any name. */
const ENDLESS_LENGTH = 5_000

export const HOSTILE_TEXTS: readonly HostileText[] = [
  { what: 'a NUL', text: 'ADA\u0000OBI', kept: 'ADA OBI' },
  { what: 'half a character', text: 'ADA\ud800OBI', kept: 'ADA OBI' },
  { what: 'the other half at its end', text: 'ADA OBI\udc00', kept: 'ADA OBI' },
  { what: 'a mark that turns the direction', text: 'ADA \u202EIBO', kept: 'ADA IBO' },
  { what: 'a mark that isolates', text: 'ADA \u2067OBI\u2069', kept: 'ADA OBI' },
  { what: 'a space of no width', text: 'ADA\u200BOBI', kept: 'ADA OBI' },
  { what: 'a line separator', text: 'ADA\u2028OBI', kept: 'ADA OBI' },
  { what: 'a line break', text: 'ADA\r\nOBI', kept: 'ADA OBI' },
  { what: 'letters that cannot be seen', text: 'ADA\u3164 OBI\ufe0f', kept: 'ADA OBI' },
  { what: 'a command to a terminal', text: 'ADA\u001b[31m OBI', kept: 'ADA [31m OBI' },
  { what: 'a tower of marks', text: `ADA${'\u0301'.repeat(60)} OBI`, kept: `AD\u00c1${'\u0301'.repeat(4)} OBI` },
  { what: '5,000 characters', text: 'A'.repeat(ENDLESS_LENGTH), kept: `${'A'.repeat(199)}…` },
  { what: 'letters of two scripts', text: 'А\u0414\u0410 OBI', kept: 'А\u0414\u0410 OBI' },
  {
    what: 'a formula',
    text: '=HYPERLINK("https://evil.example";"ADA")',
    kept: '=HYPERLINK("https://evil.example";"ADA")',
  },
]

/** Texts that are empty once cleaned. */
export const EMPTY_TEXTS: readonly string[] = ['\u0000', '\ud800\ud800', '\u202E\u2066', '\u200B', '\u3164', ' \n ']

/** Names as Nigerian banks print them and people write them, with all their marks: kept unchanged except for NFC. */
export const NIGERIAN_NAMES: readonly string[] = [
  'Ṣóyẹmí Ụzọchukwu',
  'ADÉBÁYỌ̀ FOLÁKẸ́ BỌ́LÁNLÉ',
  'ỌLÁDIPÒ ÌFẸ́OLÚWA',
  'ỤZỌCHUKWU NGỌZI OBIỌRA',
  'ƊANLADI ƊANGOTE',
  "Hauwa ʼYar'adua",
  'OGHENEKARO ERHURUN-AKPOJOTOR',
  "D'ALMEIDA & SONS (NIG.) LTD 2",
  'Ṅwáọkụ́',
]

/** Never in cleaned text: control, format and unassigned characters, lone surrogates, line and paragraph separators. */
export const UNCLEAN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
