import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import type { Me } from '#contract/accounts.ts'
import type { Installation } from '#contract/installation.ts'
import type { OrderOf } from '#contract/orders.ts'
import type { Transaction } from '#contract/transactions.ts'
import type { Wallet } from '#contract/wallet.ts'
import { installationWith } from '#tests/support/installation.ts'
import { CrashPage } from './app/crash-page.tsx'
import ProfilePage from './features/accounts/profile-page.tsx'
import RegisterPage from './features/accounts/register-page.tsx'
import BuyBpcPage from './features/bpc/buy-bpc-page.tsx'
import ConfirmationPage from './features/bpc/confirmation-page.tsx'
import IssuingPage from './features/bpc/issuing-page.tsx'
import PaymentPage from './features/bpc/payment-page.tsx'
import PinPage from './features/devices/pin-page.tsx'
import { ProfilePanel } from './features/devices/profile-panel.tsx'
import SetupPinPage from './features/devices/setup-pin-page.tsx'
import ProcessingPage from './features/orders/processing-page.tsx'
import WithdrawPage from './features/orders/withdraw-page.tsx'
import AirtimePage from './features/purchases/airtime-page.tsx'
import DataPage from './features/purchases/data-page.tsx'
import DashboardPage from './features/wallet/dashboard-page.tsx'

/** The words on the screens, read from what each renders for known answers of the server. */

// Both ask a browser, and there is none here: whether the phone saves data, and which dialog is on top.
vi.mock('./lib/saves-data.ts', () => ({ savesData: () => false, useSavesData: () => false }))
vi.mock('./components/ui/toast-region.tsx', () => ({ ToastRegion: () => null }))

const ME: Me = {
  user: { id: 'usr_1', fullName: 'Adaeze Ụzọchukwu', email: 'ada@example.ng', createdAt: '2026-11-01T11:00:00.000Z' },
  deviceId: 'dev_1',
  locked: false,
  pinSet: true,
  pinOff: false,
  fresh: true,
  imageVersion: null,
  nameChangeableAt: null,
  frozen: false,
  passkeyCount: 0,
}
const NAMELESS: Me = { ...ME, user: { ...ME.user, fullName: '', email: '' } }
const WALLET: Wallet = {
  availableKobo: '19849000',
  heldKobo: '151000',
  debt: null,
  spentTodayKobo: '12500000',
  dailyLimitKobo: '50000000',
  resetsAt: '2026-11-21T23:00:00.000Z',
  newLimit: null,
  level: 'basic',
  openBpcPurchase: null,
  recent: [],
  at: '2026-11-21T11:00:00.000Z',
}
const CODE = 'ABCD-EFGH-JKLM-NPQR'

const LINE: Transaction = {
  id: 'txn_1',
  kind: 'withdrawal',
  title: 'Bank Transfer',
  counterparty: 'MUSA BELLO',
  counterpartyDetail: '0123456784 · GTBank',
  amountKobo: '-150000',
  feeKobo: '1000',
  dutyKobo: '0',
  discountKobo: '0',
  status: 'completed',
  createdAt: '2026-11-21T11:00:00.000Z',
  orderId: 'ord_1',
}

const PURCHASE: OrderOf<'bpc'> = {
  id: 'ord_1',
  kind: 'bpc',
  status: 'pending',
  state: 'awaiting_payment',
  amountKobo: '650000',
  feeKobo: '0',
  dutyKobo: '0',
  discountKobo: '0',
  totalKobo: '650000',
  reference: 'ord_1',
  transactionId: 'txn_1',
  failure: null,
  explanation: 'We are waiting for your bank transfer.',
  token: null,
  units: null,
  sale: null,
  payTo: null,
  strayPayments: [],
  boughtBpcId: null,
  recipient: { fullName: 'Adaeze Ụzọchukwu', email: 'ada@example.ng', payWith: 'transfer' },
  createdAt: '2026-11-21T11:00:00.000Z',
  updatedAt: '2026-11-21T11:00:00.000Z',
}
const PAY_TO = {
  accountNumber: '9012345678',
  bank: 'Sandbox Bank',
  accountName: 'SANDBOX / ADAEZE UZOCHUKWU',
  amountKobo: '650000',
}

type Answers = {
  me?: Me | null
  wallet?: Wallet
  bpc?: string
  order?: OrderOf<'bpc'>
  mode?: Installation['mode']
  notices?: Installation['notices']
}

/** A screen as the browser gets it, once these answers are there. */
function markupOf(
  screen: FunctionComponent,
  { at = '/', me = ME, wallet = WALLET, bpc, order, mode, notices }: Answers & { at?: string },
) {
  const client = new QueryClient()
  client.setQueryData(['me'], me)
  client.setQueryData(['wallet'], wallet)
  if (mode !== undefined) client.setQueryData(['installation'], installationWith({ mode }))
  if (notices !== undefined) client.setQueryData(['installation'], installationWith({ notices }))
  if (bpc !== undefined) client.setQueryData(['bpc'], bpc)
  if (order !== undefined) client.setQueryData(['order', order.id], order)
  const page = createElement(MemoryRouter, { initialEntries: [at] }, createElement(screen))
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, page))
}

/** What a person reads, piece by piece. */
const read = (screen: FunctionComponent, answers: Answers & { at?: string } = {}) =>
  markupOf(screen, answers)
    .split(/<[^>]+>/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
const linkTo = (label: string) => new RegExp(`href="([^"]+)"[^>]*>(?:<[^>]+>)*${label}<`)
const backLink = (markup: string) => /<a [^>]*aria-label="Back"[^>]*href="([^"]+)"/.exec(markup)?.[1]

describe('the wallet', () => {
  test('says what is available, on its way and spent of the limit, with a bar and the time it starts again', () => {
    const markup = markupOf(DashboardPage, {})
    const said = read(DashboardPage).join(' ')
    for (const words of ['balance ₦198,490 .00', 'On its way ₦1,510.00', 'Spent today ₦125,000 of ₦500,000']) {
      expect(said).toContain(words)
    }
    expect(markup.match(/style="width:\d+%"/g)).toEqual(['style="width:25%"'])
    expect(said).toMatch(/Resets at (00:00|12:00 ?am), Lagos time/)
  })

  test('greets by name, and somebody without one as User', () => {
    expect(read(DashboardPage)).toContain('Hi, Adaeze Ụzọchukwu')
    expect(read(DashboardPage, { me: NAMELESS })).toContain('Hi, User')
  })

  test('says on it and on each page that sends money why none goes out now, and since when', () => {
    const notices = [{ id: 'stp_1', text: 'Sending money is stopped for everyone.', since: '2026-11-21T11:00:00.000Z' }]
    for (const page of [DashboardPage, WithdrawPage, AirtimePage, DataPage]) {
      const said = read(page, { notices }).join(' ')
      expect(said).toMatch(/Sending money is stopped for everyone\. Since/)
      expect(read(page, { notices: [] }).join(' ')).not.toContain('stopped')
    }
  })

  test('says on it and on a transfer what may still go out on the first day, and until when', () => {
    const newLimit = { leftKobo: '850000', until: '2026-11-22T09:30:00.000Z' }
    for (const page of [DashboardPage, WithdrawPage]) {
      const said = read(page, { wallet: { ...WALLET, newLimit } }).join(' ')
      expect(said).toMatch(
        /For 24 hours after a new account, .* ₦20,000 can go out in all: ₦8,500 is left until 22 Nov/,
      )
      expect(read(page).join(' ')).not.toContain('can go out in all')
    }
  })

  test('shows the latest five payments and leads to all of them', () => {
    const recent = Array.from({ length: 6 }, (_, n) => ({ ...LINE, id: `txn_${n}`, counterparty: `PERSON ${n}` }))
    const markup = markupOf(DashboardPage, { wallet: { ...WALLET, recent } })
    expect(markup.match(/PERSON \d/g)).toEqual(['PERSON 0', 'PERSON 1', 'PERSON 2', 'PERSON 3', 'PERSON 4'])
    expect(linkTo('View All').exec(markup)?.[1]).toBe('/history')
  })

  test('says the state of each payment in a word as well, and only what is completed is green', () => {
    const statuses = ['completed', 'pending', 'failed', 'reversed'] as const
    const recent = statuses.map((status) => ({ ...LINE, id: `txn_${status}`, status }))
    const markup = markupOf(DashboardPage, { wallet: { ...WALLET, recent } })
    const chips = [...markup.matchAll(/font-medium text-(\w+)"><svg.*?<\/svg>(\w+)</g)].map(([, look, word]) => [
      word,
      look === 'ok',
    ])
    expect(chips).toEqual([
      ['Completed', true],
      ['Pending', false],
      ['Failed', false],
      ['Reversed', false],
    ])
    expect(read(DashboardPage, { wallet: { ...WALLET, recent } })).toContain('-₦1,500.00')
  })

  test('leads back to a purchase that is not paid yet', () => {
    const openBpcPurchase = { orderId: 'ord_7', expiresAt: '2026-11-21T12:00:00.000Z' }
    expect(markupOf(DashboardPage, { wallet: { ...WALLET, openBpcPurchase } })).toContain(
      'href="/buy-bpc/payment?order=ord_7"',
    )
  })
})

describe('the profile', () => {
  test('says name, email, level and daily limit', () => {
    const said = read(ProfilePage).join(' ')
    expect(said).toContain('Full Name Adaeze Ụzọchukwu')
    expect(said).toContain('Email Address ada@example.ng')
    expect(said).toContain('Account Level Basic')
    expect(said).toContain('Daily limit ₦500,000')
    expect(read(ProfilePage, { wallet: { ...WALLET, level: 'plus' } }).join(' ')).toContain('Account Level Plus')
  })

  test('of somebody without name and email says so', () => {
    const said = read(ProfilePage, { me: NAMELESS })
    expect(said).toContain('User')
    expect(said).toContain('No email set')
    expect(said.join(' ')).toContain('Email Address Not set')
  })
})

describe('the keypad', () => {
  test('leads back to the start when signing in, and to the form when creating', () => {
    expect(backLink(markupOf(PinPage, { at: '/pin', me: { ...ME, locked: true } }))).toBe('/')
    expect(backLink(markupOf(SetupPinPage, { at: '/setup-pin', me: { ...ME, pinSet: false } }))).toBe('/register')
  })

  test('has four dots, the digits in their order, and names what it is for', () => {
    for (const [page, me, title] of [
      [PinPage, { ...ME, locked: true }, 'Sign In'],
      [SetupPinPage, { ...ME, pinSet: false }, 'Create PIN'],
    ] as const) {
      const markup = markupOf(page, { me })
      expect(markup.match(/data-dot/g)).toHaveLength(4)
      const said = read(page, { me })
      expect(said).toContain(title)
      expect(said.filter((each) => /^\d$/.test(each)).join('')).toBe('1234567890')
      expect(said).toContain('Reset passcode')
    }
  })

  test('names the person in its panel, and leads to three screens after the PIN', () => {
    const locked = { ...ME, locked: true, user: { ...ME.user, email: 'a•••@e•••.ng' } }
    const Panel = () => createElement(ProfilePanel, { locked: true, onClose: () => undefined })
    const markup = markupOf(Panel, { me: locked })
    for (const words of ['Adaeze Ụzọchukwu', 'a•••@e•••.ng']) expect(markup).toContain(words)
    const rows = ['Security Settings', 'Transaction History', 'Settings']
    expect(rows.map((label) => linkTo(label).exec(markup)?.[1])).toEqual(['/security', '/history', '/profile'])
    expect(read(Panel, { me: { ...NAMELESS, locked: true } })).toContain('No email set')
  })
})

describe('a form', () => {
  test('to join asks for name, email and password, and leads back and to signing in', () => {
    const markup = markupOf(RegisterPage, { at: '/register', me: null })
    for (const label of ['Full name', 'Email', 'Password']) {
      expect(read(RegisterPage, { me: null })).toContain(label)
    }
    expect(backLink(markup)).toBe('/')
    expect(linkTo('Sign in').exec(markup)?.[1]).toBe('/signin')
  })

  test('of a transfer has its titles and fields, the best code filled in, a way to another, and the balance', () => {
    const markup = markupOf(WithdrawPage, { at: '/withdraw', bpc: CODE })
    expect(markup).toMatch(/<h1[^>]*>Transfer To Bank<\/h1>/)
    expect(markup).toMatch(/<h2[^>]*>Bank Details<\/h2>/)
    const said = read(WithdrawPage, { bpc: CODE })
    for (const label of ['Account Number', 'Bank', 'Account Name', 'Amount', 'BPC CODE', 'Submit']) {
      expect(said).toContain(label)
    }
    expect(markup).toContain(`value="${CODE}"`)
    expect(linkTo('Buy BPC code').exec(markup)?.[1]).toBe('/buy-bpc')
    expect(said.join(' ')).toContain('Available Balance ₦198,490.00')
  })

  test.each([
    ['airtime', AirtimePage, 'Buy Airtime', 'Purchase Airtime'],
    ['data', DataPage, 'Buy Data Bundle', 'Purchase Data'],
  ] as const)('of %s has its title, the code, the balance and its button, and leads back to the wallet', (...each) => {
    const [, page, title, button] = each
    const markup = markupOf(page, { bpc: CODE })
    const said = read(page, { bpc: CODE })
    for (const words of [title, 'Phone Number', 'BPC CODE', button]) expect(said).toContain(words)
    expect(markup).toContain(`value="${CODE}"`)
    expect(said.join(' ')).toContain('Available Balance ₦198,490.00')
    expect(backLink(markup)).toBe('/dashboard')
  })
})

describe('a wait', () => {
  test('for a transfer says what is prepared', () => {
    const said = read(ProcessingPage, { at: '/withdraw/processing?order=ord_1' })
    expect(said).toEqual(['Processing your request', 'Please wait while we prepare your payment details...'])
  })

  test('for the account of a purchase counts down from ten seconds and says what is waited for', () => {
    const said = read(IssuingPage, { at: '/buy-bpc/processing?order=ord_1', order: PURCHASE })
    expect(said.slice(0, 3)).toEqual(['Processing your request', '10', 'seconds at most'])
    expect(said.join(' ')).toContain('The payment partner is issuing an account number for this purchase.')
  })
})

describe('a BPC that is paid by bank transfer', () => {
  const open = (minutes: number) => ({
    ...PURCHASE,
    payTo: { ...PAY_TO, expiresAt: new Date(Date.now() + minutes * 60_000 + 30_000).toISOString() },
  })

  test('says on its first page what it costs, that it is never needed for one’s own money, and how it is paid', () => {
    const said = read(BuyBpcPage, { at: '/buy-bpc' })
    for (const words of ['₦6500', '₦6,200', '₦300', 'You never need one to reach your own money.']) {
      expect(said).toContain(words)
    }
    const markup = markupOf(BuyBpcPage, { at: '/buy-bpc' })
    for (const value of [ME.user.fullName, ME.user.email]) expect(markup).toContain(`value="${value}"`)
    for (const label of ['Full Name', 'Your Email Address', 'Bank transfer', 'From your wallet']) {
      expect(said).toContain(label)
    }
    expect(said).toContain('Your BPC code will be displayed on the app once your payment is confirmed.')
  })

  test('has four instructions and the account of this purchase, with the time left', () => {
    const said = read(PaymentPage, { at: '/buy-bpc/payment?order=ord_1', order: open(42) })
    const markup = markupOf(PaymentPage, { at: '/buy-bpc/payment?order=ord_1', order: open(42) })
    expect(said.slice(0, 5)).toEqual(['Bank Transfer', 'Cancel', 'NGN 6500', 'BPC Code Purchase', expect.any(String)])
    expect([...markup.matchAll(/<li>(.*?)<\/li>/g)].map(([, words]) => words)).toEqual([
      'Copy the account details below.',
      'Transfer the exact amount in your bank app.',
      'Come back here and tap “I have made this bank Transfer”.',
      'Wait for the confirmation, usually within 3 minutes.',
    ])
    for (const words of ['₦6,500', '9012 3456 78', 'Sandbox Bank', 'SANDBOX / ADAEZE UZOCHUKWU']) {
      expect(said).toContain(words)
    }
    expect(said.join(' ')).toContain('42 minutes, until')
    expect(said).toContain('Pay to this specific account and get your BPC code')
    expect(said).toContain('I have made this bank Transfer')
  })

  test('says word for word that it is not confirmed, what it costs, and where help is', () => {
    const said = read(ConfirmationPage, { at: '/buy-bpc/confirmation?order=ord_1', order: open(42) })
    expect(said.slice(0, 5)).toEqual([
      'Bank Transfer',
      'Cancel',
      'NGN 6,500',
      'Code 6,200 + processing 300',
      'Proceed to your bank app to complete this Transfer',
    ])
    for (const words of ['Payment not confirmed', 'Need help? Contact support:', 'here', 'Re-check']) {
      expect(said).toContain(words)
    }
    expect(said.join(' ')).not.toMatch(/is confirmed|code is yours/)
  })
})

test('a crash says so with an error id, and leads on', () => {
  const Crash = () =>
    createElement(CrashPage, { error: new Error('broken'), id: 'k3m8xq7w', onTryAgain: () => undefined })
  const said = read(Crash)
  for (const words of ['Unexpected Application Error!', 'k3m8xq7w', 'Try again']) expect(said).toContain(words)
  expect(said).not.toContain('broken')
  expect(linkTo('Return to Home').exec(markupOf(Crash, {}))?.[1]).toBe('/')
})

describe('practice money', () => {
  const pages = import.meta.glob<{ default: FunctionComponent }>(['./app/*-page.tsx', './features/**/*-page.tsx'])
  const strip = /role="note"[^>]*>(?:<[^>]+>)*Sandbox · practice money, no real value</
  const paid = { ...PURCHASE, payTo: { ...PAY_TO, expiresAt: new Date(Date.now() + 60_000).toISOString() } }

  /** What a page renders for whoever comes, where it does not lead elsewhere. */
  async function rendered(file: string, mode: Installation['mode']): Promise<string[]> {
    const page = (await pages[file]?.())?.default
    if (page === undefined) throw new Error(`${file} has no page`)
    const people = [ME, { ...ME, locked: true }, { ...ME, pinSet: false }, null]
    const markups = people.flatMap((me) =>
      [PURCHASE, paid].map((order) => markupOf(page, { at: '/any?order=ord_1', me, order, mode })),
    )
    return markups.filter((markup) => markup !== '')
  }

  test('has pages to look at', () => {
    expect(Object.keys(pages).length).toBeGreaterThan(35)
  })

  // The crash page takes what crashed; the others are whole screens.
  test.each(Object.keys(pages).filter((file) => !file.endsWith('crash-page.tsx')))(
    'says so at the top of %s, and only in a sandbox',
    async (file) => {
      const [inSandbox, live] = [await rendered(file, 'sandbox'), await rendered(file, 'live')]
      expect(inSandbox.length).toBeGreaterThan(0)
      for (const markup of inSandbox) expect(markup).toMatch(strip)
      for (const markup of live) expect(markup).not.toMatch(strip)
    },
  )

  test('says so on a crashed screen as well', () => {
    const Crash = () => createElement(CrashPage, { error: null, id: 'k3m8xq7w', onTryAgain: () => undefined })
    expect(markupOf(Crash, { mode: 'sandbox' })).toMatch(strip)
    expect(markupOf(Crash, { mode: 'live' })).not.toMatch(strip)
  })
})
