import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  BPC_CODE_KOBO,
  BPC_PRICE_KOBO,
  BPC_PROCESSING_KOBO,
  BPC_RETURN_MS,
  DAILY_LIMIT_KOBO,
  DAILY_LIMIT_MAX_KOBO,
  DAILY_LIMIT_PER_BPC_KOBO,
  SANDBOX_BANNER,
  SANDBOX_GRANT_KOBO,
  STAMP_DUTY_FROM_KOBO,
  STAMP_DUTY_KOBO,
} from '#contract/constants.ts'
import type { Installation } from '#contract/installation.ts'
import { formatNairaShort, naira } from '#contract/money.ts'
import { installationWith } from '#tests/support/installation.ts'
import { StaticRouter } from '#web/lib/place.ts'
import { FaqContent } from './faq-content.tsx'
import type { FaqProps } from './faq-props.ts'

const kobo = (amount: number) => naira(amount).toString()

const INSTALLATION = installationWith({
  brand: 'Kudi',
  prices: {
    discounts: {
      airtime: { standard: 125, bpc: 275 },
      data: { standard: 0, bpc: 310 },
      electricity: { standard: 40, bpc: 40 },
      tv: { standard: 0, bpc: 0 },
      education: { standard: 0, bpc: 0 },
    },
    transferFees: {
      standard: [
        { upToKobo: kobo(7_000), feeKobo: kobo(12) },
        { upToKobo: kobo(70_000), feeKobo: kobo(27) },
        { upToKobo: kobo(5_000_000), feeKobo: kobo(53) },
      ],
      bpc: [{ upToKobo: kobo(5_000_000), feeKobo: kobo(0) }],
    },
  },
})

/** What a person reads, without the markup. */
function read(props: Partial<FaqProps> = {}): string {
  const content = createElement(FaqContent, { installation: INSTALLATION, signedIn: false, ...props })
  return renderToStaticMarkup(createElement(StaticRouter, { at: '/faq' }, content))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
}
const withPrices = (prices: Partial<Installation['prices']>) =>
  read({ installation: { ...INSTALLATION, prices: { ...INSTALLATION.prices, ...prices } } })
const withSupport = (support: Partial<Installation['channels']['support']>) =>
  read({
    installation: {
      ...INSTALLATION,
      links: { ...INSTALLATION.links, supportEmail: support.email === undefined ? null : `mailto:${support.email}` },
      channels: { ...INSTALLATION.channels, support: { ...INSTALLATION.channels.support, ...support } },
    },
  })

test('says every figure that the server enforces as the server has it', () => {
  const said = read()
  const amounts = [
    BPC_CODE_KOBO,
    BPC_PROCESSING_KOBO,
    BPC_PRICE_KOBO,
    DAILY_LIMIT_KOBO,
    DAILY_LIMIT_PER_BPC_KOBO,
    DAILY_LIMIT_MAX_KOBO,
    STAMP_DUTY_KOBO,
    STAMP_DUTY_FROM_KOBO,
    SANDBOX_GRANT_KOBO,
  ]
  for (const amount of amounts) expect(said).toContain(`${formatNairaShort(amount)}`)
  expect(said).toContain(`within ${BPC_RETURN_MS / (24 * 60 * 60_000)} days`)
  expect(said).toContain(SANDBOX_BANNER)
})

test('has no figure typed in its own text', () => {
  const folder = import.meta.dirname
  const sources = readdirSync(folder).filter((name) => name.endsWith('.tsx'))
  expect(sources.length).toBeGreaterThan(5)
  const typed = sources.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .replaceAll(/className=("[^"]*"|\{`[^`]*`\})/g, '')
      .replaceAll(/text-h\d|<\/?h\d|size=\{\d+\}|^import .*$/gm, '')
      .split('\n')
      .filter((line) => /[₦%]|\d\d|\d (days|hours|minutes|digits)/.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  )
  expect(typed).toEqual([])
})

test('says the fees and discounts of this installation, and follows its price list', () => {
  const said = read()
  expect(said).toContain('A transfer to a bank ₦12 up to ₦7,000, ₦27 up to ₦70,000, ₦53 above')
  expect(said).toContain('The same with a bought BPC free')
  expect(said).toContain('Airtime 1.25% less than face value, 2.75% with a bought BPC')
  expect(said).toContain('TV face value')
  expect(said).toContain('1.25% off (2.75% with a BPC)')
  expect(said).toContain('3.1% off with a BPC')
  expect(said).toContain('Electricity: 0.4% off')
  const other = withPrices({
    transferFees: {
      standard: [{ upToKobo: kobo(5_000_000), feeKobo: kobo(20) }],
      bpc: [{ upToKobo: kobo(5_000_000), feeKobo: kobo(5) }],
    },
  })
  expect(other).toContain('A transfer to a bank ₦20 each')
  expect(other).toContain('The same with a bought BPC ₦5 each')
})

test('says the limits in force, and none until the installation has sent them', () => {
  const limits = { dailyKobo: '30000000', perBpcKobo: '20000000', maxKobo: '200000000' }
  const said = read({ installation: { ...INSTALLATION, limits } })
  expect(said).toContain('₦300,000 can leave your wallet in a day')
  expect(said).toContain('adds ₦200,000, up to ₦2,000,000.')
  expect(said).not.toContain('₦500,000')
  expect(read({ installation: undefined })).toContain('We cannot show the daily limits right now.')
})

test('says what this is, and answers what people ask', () => {
  const said = read()
  for (const title of [
    'About',
    'Our Mission',
    'What We Offer',
    'How It Works',
    'Do I ever need a BPC to reach my money?',
    'How do I raise my daily limit?',
    'What does it cost?',
    'Where does it work?',
    'How do I contact support?',
    'What does sandbox mean?',
    'How do I recognise a fake app?',
  ]) {
    expect(said).toContain(` ${title} `)
  }
})

test('shows no price until the installation has sent its own', () => {
  const said = read({ installation: undefined })
  expect(said).toContain('We cannot show the prices right now.')
  expect(said).not.toMatch(/% off|less than face value|This is (a|not a) sandbox/)
})

test('a BPC is never needed to reach one’s own money', () => {
  expect(read()).toMatch(/Do I ever need a BPC to reach my money\? No\. Your starter BPC is free/)
})

test('names the installation’s mode, and what is true of the money there', () => {
  expect(read()).toContain('This is a sandbox.')
  expect(read()).toContain('Here nobody holds any money: this is a sandbox')
  const live: Installation = { ...INSTALLATION, mode: 'live' }
  expect(read({ installation: live })).toContain('its money is real')
  expect(read({ installation: live })).toContain('gives no name here. Find out who it is before you add money.')
  const named = { ...live, operator: { name: 'Kudi Payments Ltd', licence: null } }
  expect(read({ installation: named })).toContain('run by Kudi Payments Ltd, which names no licence here.')
  const licensed = { ...live, operator: { name: 'Kudi Payments Ltd', licence: 'CBN/123' } }
  expect(read({ installation: licensed })).toContain('CBN/123')
})

test('shows the channels that are set, and no others', () => {
  expect(withSupport({})).toContain('No support channel is set up here.')
  expect(withSupport({})).not.toMatch(/Telegram|WhatsApp|Live Chat|24\/7/)
  expect(withSupport({ email: 'help@kudi.ng' })).not.toContain('24/7')
  const said = withSupport({ email: 'help@kudi.ng', whatsapp: 'https://wa.me/1', always: true })
  expect(said).toContain('help@kudi.ng')
  expect(said).toContain('WhatsApp')
  expect(said).toContain('Available 24/7 for your support needs')
  expect(said).not.toMatch(/Telegram|Live Chat|has not set up a support channel/)
})

test('leads to the screens of an account only when there is one', () => {
  const markup = (signedIn: boolean) =>
    renderToStaticMarkup(
      createElement(StaticRouter, { at: '/faq' }, createElement(FaqContent, { installation: INSTALLATION, signedIn })),
    )
  expect(markup(false).match(/href="[^"]*"/g)).toEqual(['href="/help"'])
  for (const to of ['/buy-bpc', '/history', '/support/report']) expect(markup(true)).toContain(`href="${to}"`)
})

test('speaks by the installation’s name', () => {
  expect(read()).toContain('Kudi is a mobile wallet on the web')
})
