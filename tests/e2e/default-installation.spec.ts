import { expect, type Page, test } from '@playwright/test'
import { startPurchase, understandNotices } from '#tests/e2e/support/buy-bpc.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { firstThird, lastThird } from '#tests/e2e/support/thirds.ts'
import { lock, register, setPin } from '#tests/e2e/support/wallet-page.ts'

/**
 * Every screen of an installation with default settings shows its fixed labels and everything it offers. The tests named in
 * docs/reference/product.md cover how each part works.
 */

type Screen = readonly [address: string, ...said: readonly string[]]

const SIGNED_OUT: readonly Screen[] = [
  ['/', 'Get Started', 'Sign in', 'airtime', 'data', 'bills', 'less'],
  ['/register', 'Full name', 'Email', 'Password', 'You Need Help?', 'Sign in'],
  ['/signin', 'Email', 'Password', 'Forgot password?'],
  ['/help', 'Email Support', 'Telegram Support', 'WhatsApp Support', 'Live Chat Support', 'Send me a code'],
  ['/faq', 'About', 'Our Mission', 'What We Offer', 'How It Works', 'How do I raise my daily limit?'],
  ['/admin', 'Admin Dashboard', 'This area is for operators', 'Back to Dashboard'],
  ['/no-such-page', '404', 'Oops! Page not found', 'Return to Home'],
]

const SIGNED_IN: readonly Screen[] = [
  [
    '/dashboard',
    ...['Hi, Ngozi Ade', '₦200,000', 'Hide balance', 'Menu', 'Daily spend target', '₦500,000', 'Resets at'],
    ...['Quick Actions', 'Airtime', 'Buy BPC', 'Watch', 'Platform'],
    ...['More Services', 'Data', 'Bills', 'Sell', 'History', 'FAQ', 'Support', 'Profile'],
    ...['Recent Transactions', 'View All', 'Sandbox grant', 'Wallet', 'Social'],
  ],
  ['/fund', 'Account number', 'Copy', 'Share', 'Sandbox'],
  [
    '/withdraw',
    ...['Transfer To Bank', 'Bank Details', 'Account Number', 'Bank', 'Account Name', 'Amount', 'use a code'],
    ...['Available Balance', 'Submit'],
  ],
  ['/airtime', 'Buy Airtime', 'MTN', 'Airtel', 'Glo', '9Mobile (T2)', 'Phone Number', 'Amount', 'Purchase Airtime'],
  ['/data', 'Buy Data Bundle', 'MTN', 'Airtel', 'Glo', '9Mobile (T2)', 'Phone Number', 'Data Bundle', 'Purchase Data'],
  ['/bills', 'Electricity', 'TV', 'Exam PINs', 'Pay Electricity'],
  ['/sell', 'margin', 'Sales', 'Customers'],
  [
    '/buy-bpc',
    ...['₦6,500', '₦6,200', '₦300', 'Full Name', 'Your Email Address', 'Bank transfer', 'From your wallet', 'Pay'],
    'Your BPC code will be displayed on the app once your payment is confirmed.',
  ],
  ['/history', 'Sandbox grant', 'Completed', 'Search'],
  [
    '/profile',
    ...['Ngozi Ade', 'Account Information', 'Full Name', 'Email Address', 'Account Level', 'Basic', 'Daily limit'],
    ...['₦500,000', 'Account number', 'Theme', 'Toggle', 'Security', 'Log out', 'Log out and forget this device'],
  ],
  ['/security', 'PIN', 'Passkeys', 'Sessions', 'Freeze'],
  ['/alerts', 'Your PIN was set'],
  ['/support', 'Email Support', 'Telegram Support', 'WhatsApp Support', 'Live Chat Support', 'Report a problem'],
  [
    '/platform',
    ...['Platform Communities', 'Join Our Communities', 'Join Telegram Channel', 'Join WhatsApp Group'],
    'Join Community Chat',
  ],
  ['/faq', 'Hi, Ngozi Ade', 'Our Mission', 'What We Offer', 'How It Works'],
  ['/admin', 'Admin Dashboard', 'This area is for operators', 'Back to Dashboard'],
]

/** Banks of the sandbox, in order. The picker lists likely ones above them a second time. */
const BANKS = [
  ...['Access Bank', 'Zenith Bank', 'First Bank', 'GTBank', 'UBA', 'Fidelity Bank', 'Ecobank', 'Sterling Bank'],
  ...['Union Bank', 'Wema Bank', 'FCMB', 'Polaris Bank', 'Stanbic IBTC', 'Heritage Bank', 'Keystone Bank', 'Jaiz Bank'],
  ...['Unity Bank', 'Providus Bank', 'TAJBank', 'SunTrust Bank', 'Globus Bank', 'Premium Trust Bank', 'Kuda Bank'],
  ...['Moniepoint', 'MOMOGHANA', 'OPay', 'VFD Microfinance Bank', 'Brass Bank', 'Carbon', 'Sparkle', 'Rubies Bank'],
  'Mint Digital Bank',
]

const BUNDLES = ['1GB (30 Days)', '2GB (30 Days)', '5GB (30 Days)', '10GB (30 Days)', '20GB (30 Days)']

async function expectSaid(page: Page, [address, ...said]: Screen): Promise<void> {
  for (const text of said) {
    const found = page.getByText(text).or(page.getByLabel(text)).filter({ visible: true })
    await expect(found.first(), `${address}: ${text}`).toBeVisible()
  }
}

test('signed out, every screen shows its labels and actions', async ({ page }) => {
  for (const screen of SIGNED_OUT) {
    await page.goto(screen[0])
    await expectSaid(page, screen)
  }
})

lastThird('signed in, every screen shows its labels and actions', async ({ page }) => {
  await register(page, 'Ngozi Ade')
  await expectSaid(page, ['/setup-pin', 'Create PIN', 'Reset passcode'])
  await setPin(page)
  await page.goto('/fund')
  await page.getByLabel('Phone number').fill('08031234567')
  await page.getByRole('button', { name: 'Get my account number' }).click()
  await expect(page.getByText('Transfer from any bank app')).toBeVisible()
  for (const screen of SIGNED_IN) {
    await page.goto(screen[0])
    await expectSaid(page, screen)
  }
  await lock(page)
  await expectSaid(page, ['/pin', 'Sign In', 'Profile', 'Reset passcode', 'Forgot PIN?'])
})

firstThird('banks and bundles are listed in order, and two banks are closed with a reason', async ({ page }) => {
  await openAccount(page, 'Ngozi Ade')
  await page.goto('/withdraw')
  await page.getByRole('button', { name: /^Bank/ }).click()
  const list = page.getByRole('dialog').getByRole('list').last().getByRole('listitem')
  await expect(list).toContainText(BANKS)
  for (const closed of ['Heritage Bank', 'MOMOGHANA'])
    await expect(list.filter({ hasText: closed })).toContainText(/licence|not a Nigerian bank/i)
  for (const network of ['MTN', 'Airtel', 'Glo', '9Mobile (T2)']) {
    await page.goto('/data')
    await page.getByRole('radio', { name: network }).check()
    await page.getByRole('button', { name: /^Data Bundle/ }).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toContainText(BUNDLES)
  }
})

firstThird('paying for a BPC by bank transfer shows its fixed texts', async ({ page }) => {
  await openAccount(page, 'Ngozi Ade')
  await understandNotices(page)
  const { orderId } = await startPurchase(page)
  await expectSaid(page, [
    '/buy-bpc/payment',
    ...[
      'Bank Transfer',
      'NGN 6,500',
      'BPC Code Purchase',
      'I have made this bank Transfer',
      'usually within 3 minutes',
    ],
    ...['Copy', 'Cancel', 'Pay to this specific account and get your BPC code'],
  ])
  await page.goto(`/buy-bpc/confirmation?order=${orderId}`)
  await expectSaid(page, [
    '/buy-bpc/confirmation',
    ...['Bank Transfer', 'Cancel', 'NGN 6,500', 'Proceed to your bank app to complete this Transfer'],
    ...['Payment not confirmed', 'Need help? Contact support:', 'here', 'Re-check'],
  ])
})
