import fs from 'node:fs'
import { expect, test } from 'vitest'
import { accountEventKind } from '#contract/account-events.ts'
import { ALERT_KINDS, type AlertKind } from '#contract/alert-kinds.ts'
import { orderKind } from '#contract/kinds/kinds.ts'
import { ALERT_EXAMPLES } from '../../scripts/lib/alert-examples.ts'
import { alertTexts } from '../../scripts/write-alert-texts.ts'
import { textOf } from './texts.ts'

test('docs/reference/alert-texts.md shows what alerts say: node scripts/write-alert-texts.ts', () => {
  expect(fs.readFileSync(new URL('../../docs/reference/alert-texts.md', import.meta.url), 'utf8')).toBe(alertTexts())
})

test('every kind of alert and of order has an example there', () => {
  const kinds = new Set<AlertKind>(ALERT_EXAMPLES.map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual((Object.keys(ALERT_KINDS) as AlertKind[]).toSorted())
  const orders = ALERT_EXAMPLES.flatMap(({ facts }) => ('order' in facts ? [facts.order] : []))
  expect(new Set(orders)).toEqual(new Set(orderKind.options))
})

const HIDDEN = ALERT_EXAMPLES.flatMap((example) =>
  (['push', 'sms'] as const).map((channel) => ({ of: `${channel}: ${example.kind}, ${example.of}`, example, channel })),
)
test.each(HIDDEN)('a locked phone shows no amount, name or whole number: $of', ({ example, channel }) => {
  const { title, body } = textOf(example, { channel, showsAmounts: false })
  const said = `${title} ${body}`
  expect(said).not.toMatch(/₦|NGN|undefined|null|NaN/)
  if ('name' in example.facts && example.facts.name !== null)
    for (const part of example.facts.name.split(' ')) expect(said).not.toContain(part)
  expect(said).not.toMatch(/\d{5,}/)
})

test.each(ALERT_EXAMPLES.map((example) => ({ of: `${example.kind}, ${example.of}`, example })))(
  'what the inbox says is whole sentences: $of',
  ({ example }) => {
    const { title, body } = textOf(example, { channel: 'app', showsAmounts: true })
    expect(`${title} ${body}`).not.toMatch(/undefined|null|NaN|\s\s|\.\.|\s[.,]/)
    expect(body).toMatch(/^[A-Z0-9₦].*\.$/)
  },
)

test.each(accountEventKind.options)('the account event %s has a text', (event) => {
  const { title, body } = textOf({ kind: 'account', facts: { event, browser: null } } as never, {
    channel: 'app',
    showsAmounts: true,
  })
  expect(title).toMatch(/^[A-Z]/)
  expect(body).toMatch(/\.$/)
})
