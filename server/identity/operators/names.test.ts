import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isPlainName } from '#server/platform/text/plain-name.ts'
import { passphraseOf } from '#tests/support/commands.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import { readNewOperator } from './manage-operators.ts'

describe.each(featureDatabases)('the names of operators on %s', (kind) => {
  let fresh: FreshDatabase
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
  })
  afterEach(() => fresh.drop())

  const read = (uncheckedName: string) =>
    readNewOperator(fresh.database, { uncheckedName, uncheckedPassphrase: passphraseOf('Chidi Eze') })
  const refusalOf = async (name: string) =>
    await read(name).then(
      () => 'taken',
      (error: Error) => error.message,
    )

  it('have no name with letters whose shape is another one’s, or with anything else', async () => {
    const names = {
      'a Cyrillic letter': 'Аda Obi',
      'Cyrillic alone': 'Ада Обі',
      'a Greek letter': 'Αda Obi',
      'full-width letters': 'Ａｄａ Ｏｂｉ',
      'mathematical letters': '𝐀da Obi',
      'a letter of phonetics': 'Adɑ Obi',
      'a dotless letter': 'Ada Obı',
      'a digit': 'Ada 0bi',
      'a ligature': 'Reﬁ Obi',
      'another hyphen': 'Ada‐Obi',
      'three marks on a letter': 'A\u0301\u0302\u0304ke Obi',
      brackets: 'Ada Obi (manager)',
      'a line for an l': 'Bi|| Obi',
      'no letters': "'. -",
    }
    for (const [what, name] of Object.entries(names))
      expect([what, await refusalOf(name)]).toEqual([what, expect.stringContaining('of the Latin alphabet')])
  })

  it('have no name that looks like that of another one, and none of the program’s own', async () => {
    const pairs: readonly [how: string, name: string, other: string][] = [
      ['without its marks', 'Bíọlá Ìlẹ̀', 'Biola Ile'],
      ['decomposed', 'Sẹ́gun Ọla', 'Sẹ́gun Ọla'.normalize('NFD')],
      ['with a zero-width letter', 'Bayo Ade', 'Bayo\u200b Ade'],
      ['with an I for an l', 'Bill Lawal', 'BiII Iawal'],
      ['with rn for an m', 'Musa Imam', 'Musa Irnarn'],
      ['with vv for a w', 'Wale Ade', 'VVale Ade'],
      ['without its hook', 'Ɓala Ƙasim', 'Bala Kasim'],
      ['with another space, hyphen and full stop', 'Ada-Obi Jr.', 'Ada Obi  JR'],
      ['with another apostrophe', 'Ya’u Bello', "Ya'u Bello"],
      ['in one word', 'Chidi Eze', 'chidieze'],
    ]
    for (const [how, name, other] of pairs) {
      await operatorNamed(fresh.database, name)
      expect([how, await refusalOf(other)]).toEqual([how, expect.stringMatching(/looks like|taken/)])
    }
    for (const name of ['ReconciIiation', 'Clock', 'Nobody signed in', 'Óperator', 'Prógram'])
      expect(await refusalOf(name)).toContain("program's own name")
  })

  it('have names with the letters and marks of Nigeria’s languages', async () => {
    for (const name of ['Ọlá-Olúwa Ṣẹ̀yí', 'Ƙasimu ’Yar’aduwa', 'Ụzọ Ńwa Ṅwa', 'M. K. Ɗanjuma'])
      expect((await read(name)).name).toBe(name)
  })

  it('have the same letters in the database as in the program, whatever the character', async () => {
    const points = [...Array(0x3000).keys(), ...Array.from({ length: 0x600 }, (_, at) => 0xfa00 + at), 0x1d400, 0x1f600]
    const names = points.slice(1).map((point) => `Ad${String.fromCodePoint(point)}a`)
    const rows = await fresh.database.query<{ name: string; plain: boolean }>(
      'select name, operator_name_is_plain(name) as plain from unnest($1::text[]) name',
      [names.filter((name) => name.isWellFormed())],
    )
    expect(rows.filter(({ name, plain }) => plain !== isPlainName(name))).toEqual([])
    expect(rows.filter(({ plain }) => plain).length).toBeGreaterThan(100)
  })
})
