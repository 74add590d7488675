import { describe, expect, test } from 'vitest'
import { ME, markupOf, PAY_TO, PURCHASE, read } from '#tests/support/screens.ts'
import BuyBpcPage from './buy-bpc-page.tsx'
import ConfirmationPage from './confirmation-page.tsx'
import PaymentPage from './payment-page.tsx'

describe('a BPC that is paid by bank transfer', () => {
  const open = (minutes: number) => ({
    ...PURCHASE,
    payTo: { ...PAY_TO, expiresAt: new Date(Date.now() + minutes * 60_000 + 30_000).toISOString() },
  })

  test('says on its first page what it costs, that it is never needed for one’s own money, and how it is paid', () => {
    const said = read(BuyBpcPage, { at: '/buy-bpc' })
    for (const words of ['₦6,500', '₦6,200', '₦300', 'You don’t need a BPC to take your money out.']) {
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
    expect(said.slice(0, 5)).toEqual(['Bank Transfer', 'Cancel', 'NGN 6,500', 'BPC Code Purchase', expect.any(String)])
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
