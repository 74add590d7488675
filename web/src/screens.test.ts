import { createElement } from 'react'
import { describe, expect, test } from 'vitest'
import type { Me } from '#contract/accounts.ts'
import type { FundingAccountAnswer } from '#contract/funding.ts'
import type { Transaction } from '#contract/transactions.ts'
import { backLink, linkTo, ME, markupOf, PURCHASE, read, WALLET } from '#tests/support/screens.ts'
import { CrashPage } from '#web/app/crash-page.tsx'
import FundPage from '#web/deposits/fund-page.tsx'
import DashboardPage from '#web/home/dashboard-page.tsx'
import ProfilePage from '#web/home/profile-page.tsx'
import RegisterPage from '#web/identity/accounts/register-page.tsx'
import PinPage from '#web/identity/pin/pin-page.tsx'
import { ProfilePanel } from '#web/identity/pin/profile-panel.tsx'
import SetupPinPage from '#web/identity/pin/setup-pin-page.tsx'
import IssuingPage from '#web/payments/bpc/issuing-page.tsx'
import AirtimePage from '#web/payments/kinds/airtime/airtime-page.tsx'
import DataPage from '#web/payments/kinds/data/data-page.tsx'
import WithdrawPage from '#web/payments/kinds/withdrawal/withdraw-page.tsx'
import ProcessingPage from '#web/payments/orders/processing-page.tsx'
import SellManyPage from '#web/selling/sell-many-page.tsx'

/** The words on the screens, read from what each renders for known answers of the server. */

const NAMELESS: Me = { ...ME, user: { ...ME.user, fullName: '', email: '' } }

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

const fundingWith = (of: Partial<FundingAccountAnswer>): FundingAccountAnswer => ({
  status: 'not-asked',
  refusedFor: null,
  phone: null,
  account: null,
  deposits: [],
  ...of,
})

describe('the wallet', () => {
  test('says what is available, on its way and spent of the limit, with a bar and the time it starts again', () => {
    const markup = markupOf(DashboardPage, {})
    const said = read(DashboardPage).join(' ')
    for (const words of ['balance ₦198,490 .00', 'On its way ₦1,510.00', 'Daily spend target ₦125,000 of ₦500,000']) {
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
    const wallet = { ...WALLET, newLimit }
    expect(read(DashboardPage, { wallet }).join(' ')).toMatch(
      /For 24 hours after a new account, .* ₦20,000.00 can leave your wallet. You have ₦8,500.00 left until 22 Nov/,
    )
    expect(read(DashboardPage).join(' ')).not.toContain('can leave your wallet')
    const onTransfer = /Up to ₦8,500 until 22 Nov.*: your account, device, PIN or password is new/
    expect(read(WithdrawPage, { wallet }).join(' ')).toMatch(onTransfer)
    expect(read(WithdrawPage).join(' ')).not.toContain('is new')
  })

  test('writes every balance and payment to the kobo, whatever there is to say', () => {
    const newLimit = { leftKobo: '850000', until: '2026-11-22T09:30:00.000Z' }
    const said = read(DashboardPage, { wallet: { ...WALLET, newLimit, recent: [LINE] } }).join(' ')
    const amounts = said.match(/₦[\d,]+(?: ?\.\d\d)?/g)
    expect(amounts?.length).toBeGreaterThan(6)
    // The daily limit shows kobo only when they are not zero.
    expect(amounts?.filter((each) => !/\.\d\d$/.test(each))).toEqual(['₦125,000', '₦500,000'])
  })

  test('names no account number that takes no money now, and asks nobody to transfer to it', () => {
    const account = { accountNumber: '9012345678', bankName: 'Sandbox Bank', accountName: 'ADAEZE' }
    const paused = read(FundPage, { funding: fundingWith({ status: 'paused' }) }).join(' ')
    expect(paused).toContain('Your account number cannot receive money right now')
    expect(paused).not.toContain('Transfer from any bank app')
    const ready = read(FundPage, { funding: fundingWith({ status: 'ready', account }) }).join(' ')
    expect(ready).toContain('Transfer from any bank app')
    expect(ready).not.toContain('takes no money')
  })

  test('asks for a phone number before there is an account number, and says why', () => {
    const said = read(FundPage, { funding: fundingWith({ phone: '08031234567' }) }).join(' ')
    expect(said).toContain('The bank asks for your phone number before it issues one.')
    expect(said).toContain('Get my account number')
    expect(markupOf(FundPage, { funding: fundingWith({ phone: '08031234567' }) })).toContain('value="0803 123 4567"')
    expect(said).not.toContain('Transfer from any bank app to this account number')
  })

  test('says what helps after a refusal, and asks for a phone number only where another one may', () => {
    const refused = (refusedFor: 'phone' | 'us') => fundingWith({ status: 'refused', refusedFor, phone: '08031234567' })
    const phone = markupOf(FundPage, { funding: refused('phone') })
    expect(phone).toContain('The bank did not accept this phone number')
    expect(phone).toContain('value="0803 123 4567"')
    const us = markupOf(FundPage, { funding: refused('us') })
    expect(us).toContain('Our team has been told, and we ask again automatically.')
    expect(us).toContain('Try again now')
    expect(us).not.toContain('<input')
  })

  test('shows the latest five payments and leads to all of them', () => {
    const recent = Array.from({ length: 6 }, (_, n) => ({ ...LINE, id: `txn_${n}`, counterparty: `PERSON ${n}` }))
    const markup = markupOf(DashboardPage, { wallet: { ...WALLET, recent } })
    expect(markup.match(/PERSON \d/g)).toEqual(['PERSON 0', 'PERSON 1', 'PERSON 2', 'PERSON 3', 'PERSON 4'])
    expect(linkTo('View All').exec(markup)?.[1]).toBe('/history')
  })

  test('names the status of each payment, with a chip unless it is completed', () => {
    const statuses = ['completed', 'pending', 'failed', 'reversed'] as const
    const recent = statuses.map((status) => ({ ...LINE, id: `txn_${status}`, status }))
    const markup = markupOf(DashboardPage, { wallet: { ...WALLET, recent } })
    const chips = [...markup.matchAll(/-tint text-(\w+)"><svg.*?<\/svg><span>(\w+)</g)].map(([, look, word]) => [
      word,
      look === 'ok',
    ])
    expect(markup.match(/<span class="sr-only">Completed</g)).toHaveLength(1)
    expect(chips).toEqual([
      ['Pending', false],
      ['Failed', false],
      ['Reversed', false],
    ])
    expect(read(DashboardPage, { wallet: { ...WALLET, recent } })).toContain('-₦1,510.00')
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
  test('leads to the support form where there is no community', () => {
    expect(linkTo('You Need Help\\?').exec(markupOf(RegisterPage, { me: null, mode: 'live' }))?.[1]).toBe('/help')
  })

  test('to join asks for name, email and password, and leads back and to signing in', () => {
    const markup = markupOf(RegisterPage, { at: '/register', me: null })
    for (const label of ['Full name', 'Email', 'Password']) {
      expect(read(RegisterPage, { me: null })).toContain(label)
    }
    expect(backLink(markup)).toBe('/')
    expect(linkTo('Sign in').exec(markup)?.[1]).toBe('/signin')
  })

  test('of a transfer has its titles and fields, a line for the code, and the balance', () => {
    const markup = markupOf(WithdrawPage, { at: '/withdraw' })
    expect(markup).toMatch(/<h1[^>]*>Transfer To Bank<\/h1>/)
    expect(markup).toMatch(/<h2[^>]*>Bank Details<\/h2>/)
    const said = read(WithdrawPage)
    for (const label of ['Account Number', 'Bank', 'Account Name', 'Amount', 'use a code', 'Submit']) {
      expect(said).toContain(label)
    }
    expect(said.join(' ')).toContain('Standard price · use a code')
    expect(said.join(' ')).toContain('Available Balance ₦198,490')
  })

  test.each([
    ['airtime', AirtimePage, 'Buy Airtime', 'Purchase Airtime'],
    ['data', DataPage, 'Buy Data Bundle', 'Purchase Data'],
  ] as const)(
    'of %s has its title, a line for the code, the balance and its button, and leads back to the wallet',
    (...each) => {
      const [, page, title, button] = each
      const markup = markupOf(page, {})
      const said = read(page)
      for (const words of [title, 'Phone Number', 'use a code', button]) expect(said).toContain(words)
      expect(said.join(' ')).toContain('Available Balance ₦198,490')
      expect(backLink(markup)).toBe('/dashboard')
    },
  )

  test.each([
    [AirtimePage, 'Standard price, 1% off', '2.5% off with your BPC'],
    [DataPage, 'Standard price, 1.5% off', '3% off with your BPC'],
  ] as const)('of a purchase says the discount that applies to the account', (page, standard, bought) => {
    const plus = { mode: 'sandbox' as const, wallet: { ...WALLET, level: 'plus' as const } }
    const [said, saidToBuyer] = [read(page, { mode: 'sandbox' }).join(' '), read(page, plus).join(' ')]
    expect(said).toContain(standard)
    expect(saidToBuyer).toContain(bought)
    expect(saidToBuyer).not.toContain(standard)
    expect(saidToBuyer).toContain('use another code')
  })

  test('of a list says the price that applies to its seller', () => {
    const plus = { mode: 'sandbox' as const, wallet: { ...WALLET, level: 'plus' as const } }
    expect(read(SellManyPage, { mode: 'sandbox' }).join(' ')).toContain('Standard price, 1% off')
    expect(read(SellManyPage, plus).join(' ')).toContain('2.5% off with your BPC')
  })
})

describe('a wait', () => {
  test('after a reload says that the transfer is being checked', () => {
    const said = read(ProcessingPage, { at: '/withdraw/processing?order=ord_1' })
    expect(said).toEqual(['Processing your request', 'Checking your transfer…'])
  })

  test('for the account of a purchase counts down from ten seconds and says what is waited for', () => {
    const said = read(IssuingPage, { at: '/buy-bpc/processing?order=ord_1', order: PURCHASE })
    expect(said.slice(0, 3)).toEqual(['Processing your request', '10', 'seconds at most'])
    expect(said.join(' ')).toContain('We are getting an account number for this purchase.')
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
