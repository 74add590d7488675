import PostalMime from 'postal-mime'
import { describe, expect, it, test } from 'vitest'
import { SANDBOX_BANNER } from '#contract/constants.ts'
import { blockText, type EmailBlock } from './blocks.ts'
import { composeEmail, greetedName, type Sender } from './compose-email.ts'

const SENDER: Sender = { brand: 'Jara', mode: 'live', publicUrl: 'https://jara.example' }
const LINK = 'https://jara.example/freeze#usr_1.mark&more="x"'
const BLOCKS: readonly EmailBlock[] = [
  'You sent ₦1,500.00 to <CHIDINMA> & "SONS".',
  { code: '824913' },
  { button: 'See it in Jara', url: 'https://jara.example/history/txn_1' },
  { before: 'If that was not you, ', link: 'freeze your account at once', url: LINK },
  'dep_1\ndep_2',
]
const written = (of: Partial<Parameters<typeof composeEmail>[1]> = {}, sender: Sender = SENDER) =>
  composeEmail(sender, { to: 'ada@example.com', subject: 'a word about your account', blocks: BLOCKS, ...of })

/** What a reader of the HTML sees, in order. */
function wordsOf(html: string): string {
  const shown = html.replace(/<head>.*<\/head>/s, '').replaceAll(/<[^>]+>/g, ' ')
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return shown.replaceAll(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all).replaceAll(/\s+/g, ' ')
}

describe('an email', () => {
  it('says the same as text and as HTML', () => {
    const { text, html } = written({ fullName: 'Adaeze Okonkwo' }, { ...SENDER, mode: 'sandbox' })
    const words = wordsOf(html)
    const paragraphs = text.trim().split('\n\n')
    expect(paragraphs[0]).toBe(SANDBOX_BANNER)
    expect(paragraphs[1]).toBe('Hello Adaeze,')
    const links = BLOCKS.filter((block) => typeof block === 'object' && 'url' in block).map(blockText)
    for (const paragraph of paragraphs) {
      const plain = links.includes(paragraph) ? paragraph.replace(/: https:\S+$/, '') : paragraph
      expect(words).toContain(plain.replaceAll('\n', ' '))
    }
    expect(words).toContain('A word about your account')
  })

  it('links to the full addresses', () => {
    const { text, html } = written()
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address?.replaceAll('&amp;', '&'))).toEqual([
      'https://jara.example/history/txn_1',
      LINK.replaceAll('"', '&quot;'),
    ])
    expect(text).toContain(`If that was not you, freeze your account at once: ${LINK}\n`)
  })

  it('escapes text from outside', () => {
    const hostile = '<img src=x onerror=alert(1)>&lt;"\''
    const { html } = written({
      subject: hostile,
      blocks: [
        hostile,
        { code: hostile },
        { button: hostile, url: LINK },
        { before: hostile, link: hostile, url: LINK },
      ],
    })
    expect(html).not.toContain('<img')
    expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt;&amp;lt;&quot;&#39;/g)).toHaveLength(7)
  })

  it('loads nothing from the network', () => {
    const { html } = written({ fullName: 'Adaeze Okonkwo' }, { ...SENDER, mode: 'sandbox' })
    expect(html).not.toMatch(
      /<(?:img|link|script|iframe|video|audio|object|embed|form)|\bsrc=|url\(|@import|@font-face/i,
    )
  })

  it('shows the practice banner in the block of its heading', () => {
    const { html } = written({}, { ...SENDER, mode: 'sandbox' })
    expect(html).toMatch(new RegExp(`${SANDBOX_BANNER}</p>\\s*<h1`))
    expect(written().html).not.toContain(SANDBOX_BANNER)
  })

  it('survives a mail parser unchanged', async () => {
    const { html } = written()
    const message = `Content-Type: text/html; charset=utf-8\r\n\r\n${html}`
    expect((await PostalMime.parse(message)).html?.trim()).toBe(html.trim())
  })
})

test.each([
  ['Adaeze Okonkwo', 'Adaeze'],
  ['Adébáyọ̀', 'Adébáyọ̀'],
  ['Dr. Musa Bello', 'Musa'],
  ['A. B. Okafor', 'Okafor'],
  ['O Musa', 'Musa'],
  ['YOU HAVE WON A MILLION NAIRA', 'YOU'],
  ['A.', null],
  ['', null],
])('of the name "%s" an email greets %s', (fullName, greeted) => {
  expect(greetedName(fullName)).toBe(greeted)
})

test('an email without a name greets nobody', () => {
  expect(written().text.startsWith('You sent ')).toBe(true)
  expect(written().html).not.toContain('Hello')
})
