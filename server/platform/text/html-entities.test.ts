import { expect, test } from 'vitest'
import { readHolderName } from './holder-name.ts'
import { withoutEntities } from './html-entities.ts'
import { described } from './sanitize-line.ts'

test.each([
  ['Guaranty &amp; Trust', 'Guaranty & Trust'],
  ['ADE &#38; SONS &AMP; CO', 'ADE & SONS & CO'],
  ['O&#39;NEIL &#x27;A&apos;', "O'NEIL 'A'"],
  ['ADE &amp;amp; SONS', 'ADE & SONS'],
  ['O&amp;#39;NEIL', "O'NEIL"],
  ['A &lt;B&gt; &quot;C&quot;', 'A <B> "C"'],
  ['AT&T; R&D &unknown; &#; &#9999999;', 'AT&T; R&D &unknown; &#; &#9999999;'],
])('%j was %j', (told, meant) => {
  expect(withoutEntities(told)).toBe(meant)
})

test('a name or a description from outside is cleaned after its entities are read, so nothing harmful comes in by them', () => {
  expect(described('Guaranty &amp; Trust&#0;&#x202e;')).toBe('Guaranty & Trust')
  expect(readHolderName('ADE &amp; SONS')).toBe('ADE & SONS')
  expect(readHolderName('&#1040;DA OBI')).toBeNull()
  expect(described('&nbsp;&#8203;')).toBeNull()
  expect(described('&#xD800;')).toBeNull()
})
