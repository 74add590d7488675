import { expect, type Page, test } from '@playwright/test'
import type { Order } from '#contract/orders.ts'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import {
  expectCode,
  payNaira,
  readPurchase,
  startPurchase,
  switchBank,
  understandNotices,
} from '#tests/e2e/support/buy-bpc.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { payInFrom } from '#tests/e2e/support/pay-in.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { enterPin, PIN, sendMoney, showKeypad } from '#tests/e2e/support/wallet-page.ts'

const BALANCE = { name: 'Balance' } as const

test.beforeEach(async ({ page, context }, { title }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAccount(page, 'Adaeze Ụzọchukwu')
  if (!title.includes('bank notice')) await understandNotices(page)
})

test('the price, its parts and what it gives are shown before anything is paid', async ({ page }) => {
  await page.goto('/buy-bpc')
  for (const text of ['₦6,500', '₦6,200', '₦300', '₦1,000,000'])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
  await expect(page.getByText('You don’t need a BPC to take your money out.')).toBeVisible()
  await expect(
    page.getByText('Your BPC code will be displayed on the app once your payment is confirmed.'),
  ).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue('Adaeze Ụzọchukwu')
  await expect(page.getByRole('radio', { name: /^From your wallet/ })).toBeChecked()
  await page.getByLabel('Full Name').fill(' ')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Please fill in all fields')
  await expect(page.getByText('Enter your full name')).toBeVisible()
})

lastThird('a step without a purchase leads to the beginning', async ({ page }) => {
  for (const step of ['processing', 'payment', 'verifying', 'confirmation']) {
    await page.goto(`/buy-bpc/${step}`)
    await expect(page).toHaveURL(/\/buy-bpc$/)
  }
  await page.goto('/buy-bpc/confirmation?order=ord_of-nobody')
  await expect(page.getByText('We could not find this purchase among yours.')).toBeVisible()
})

test('paid with the tab closed: the wallet leads back to the purchase, and the code is there', async ({
  page,
  context,
}) => {
  const purchase = await startPurchase(page)
  await expect(page.getByText('NGN 6,500')).toBeVisible()
  await page.getByRole('button', { name: 'Copy account number' }).click()
  await expect(page.getByText('Account number copied to clipboard!')).toBeVisible()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(purchase.accountNumber)
  await page.getByRole('button', { name: 'Copy amount' }).click()
  await expect(page.getByText('Amount copied to clipboard!')).toBeVisible()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('6500')
  await page.close()

  const later = await context.newPage()
  await understandNotices(later)
  await later.goto('/dashboard')
  await later.getByRole('link', { name: /Your BPC purchase is waiting/ }).click()
  await expect(later.getByText('Pay to this specific account and get your BPC code')).toBeVisible()
  await later.close()

  await payNaira(purchase, 6_500)
  const last = await context.newPage()
  await last.goto(`/buy-bpc/payment?order=${purchase.orderId}`)
  await expectCode(last)
  await expect(last).toHaveURL(/\/buy-bpc\/confirmation/)
  await last.getByRole('link', { name: 'Done' }).click()
  await expect(last.getByRole('region', BALANCE)).toContainText('₦200,000.00')
  await expect(last.getByRole('region', BALANCE)).toContainText('of ₦1,000,000')
  await expect(last.getByRole('link', { name: /Your BPC purchase is waiting/ })).toHaveCount(0)
})

lastThird('a re-check that reaches nobody says nothing about the payment', async ({ page }) => {
  const { orderId } = await startPurchase(page)
  await page.goto(`/buy-bpc/confirmation?order=${orderId}`)
  await page.route('**/check', (route) => route.abort())
  await page.getByRole('button', { name: 'Re-check' }).click()
  await expect(page.getByText('We could not reach Jara. Check your connection and try again.')).toBeVisible()
  await expect(page.getByText('Payment still not confirmed')).toHaveCount(0)
})

secondThird('support is one tap away', async ({ page }) => {
  const { orderId } = await startPurchase(page)
  await page.goto(`/buy-bpc/confirmation?order=${orderId}`)
  await page.getByRole('link', { name: 'here' }).click()
  await expect(page.getByText('Redirecting to support...')).toBeVisible()
  await expect(page).toHaveURL(/\/support$/)
})

firstThird('back and Cancel leave the payment page by one page, and the purchase stays open', async ({ page }) => {
  await startPurchase(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('You have started a purchase that is not paid yet')).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/buy-bpc$/)
})

lastThird('too little lands in the wallet and says so; the price then still buys the code', async ({ page }) => {
  const purchase = await startPurchase(page)
  await payNaira(purchase, 6_000)
  await expect(
    page.getByText(
      '₦6,000 arrived. That is less than the price, so it is in your wallet. To get the code pay ₦6,500 to the account, or pay from your wallet.',
    ),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Pay from your wallet' }).click()
  await expect(page.getByRole('radio', { name: /^From your wallet/ })).toBeChecked()
  await expect(page.getByText('₦206,000', { exact: true })).toBeVisible()
  await page.goBack()
  await payNaira(purchase, 6_500)
  await expectCode(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('region', BALANCE)).toContainText('₦206,000.00')
})

firstThird('too much: the code is theirs and the rest is in the wallet', async ({ page }) => {
  await payNaira(await startPurchase(page), 7_000)
  await expectCode(page)
  await expect(
    page.getByText('₦500 more than the price arrived. The code is yours, and the ₦500 is in your wallet.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByRole('region', BALANCE)).toContainText('₦200,500.00')
})

secondThird('paid twice: one code, and the second payment is in the wallet', async ({ page }) => {
  const purchase = await startPurchase(page)
  await payNaira(purchase, 6_500)
  await expectCode(page)
  await payNaira(purchase, 6_500)
  await expect(
    page.getByText('₦6,500 arrived after the code was paid for. You pay only once, so it is in your wallet.'),
  ).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Show my BPC codes' }).click()
  await expect(page.getByRole('heading', { name: 'Bought BPC' })).toHaveCount(1)
})

lastThird('what the provider sends back is not called money in the wallet', async ({ page }) => {
  const purchase = await startPurchase(page)
  await sandbox().fault({ operation: 'inbound', fault: 'send-back' })
  await payNaira(purchase, 6_000)
  await expect(page.getByText(/so it goes back to where it came from\./)).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('region', BALANCE)).toContainText('₦200,000.00')
})

firstThird('a person who comes back after the time is over is not asked to pay any more', async ({ page }) => {
  const { orderId } = await startPurchase(page)
  await page.route('**/api/orders/ord_*', async (route) => {
    const response = await route.fetch()
    const { order } = (await response.json()) as { order: Order }
    const payTo =
      order.payTo === null ? null : { ...order.payTo, expiresAt: new Date(Date.now() - 1_000).toISOString() }
    await route.fulfill({ response, json: { order: { ...order, payTo } } })
  })
  await page.goto(`/buy-bpc/payment?order=${orderId}`)
  await expect(page.getByText('The time to pay is over')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy account number' })).toHaveCount(0)
  await page.goto(`/buy-bpc/confirmation?order=${orderId}`)
  await expect(page.getByRole('alert')).toContainText('Payment not confirmed')
  await expect(page.getByText('Proceed to your bank app')).toHaveCount(0)
  await page.getByRole('link', { name: 'Start again' }).click()
  await expect(page).toHaveURL(/\/buy-bpc$/)
})

secondThird(
  'paid after the time is over: no code, the money is in the wallet, and the page says so',
  async ({ page }) => {
    await sandbox().fault({ operation: 'charge', fault: 'short-lived', delayMs: 6_000 })
    const purchase = await startPurchase(page)
    await expect(page.getByText('The time to pay is over')).toBeVisible()
    await expect(page.getByText('If you have not paid, nothing has happened')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy account number' })).toHaveCount(0)
    await payNaira(purchase, 6_500)
    await expectTooLate(page)
    await expect(
      page.getByText('To get a code, start again for a new account number, or pay from your wallet.'),
    ).toBeVisible()
    await expect(page.getByText('If you have not paid')).toHaveCount(0)
    await expectAccessible(page, 'paid too late')

    await page.goto('/dashboard')
    await expect(page.getByRole('region', BALANCE)).toContainText('₦206,500.00')
    await page.goto('/history')
    const deposit = page.getByRole('link').filter({ hasText: '+₦6,500.00' })
    await expect(deposit).toBeVisible()
    await expect(page.getByText('BPC Code', { exact: true })).toHaveCount(0)
    await deposit.click()
    await expect(page.getByText('Too late for your BPC code')).toBeVisible()
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Show my BPC codes' }).click()
    await expect(page.getByRole('heading', { name: 'Starter BPC' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Bought BPC' })).toHaveCount(0)

    await page.goto(`/buy-bpc/confirmation?order=${purchase.orderId}`)
    await expectTooLate(page)
    await expect(page.getByRole('alert')).toContainText(
      'No transfer of ₦6,500 that was made in time has reached us so far.',
    )
    await expect(page.getByText('We are waiting for your bank transfer')).toHaveCount(0)
    await expectAccessible(page, 'paid too late, not confirmed')
    await page.goto(`/buy-bpc/payment?order=${purchase.orderId}`)
    await expectTooLate(page)

    await page.getByRole('link', { name: 'Start again' }).click()
    await expect(page.getByText('₦206,500', { exact: true })).toBeVisible()
    await expect(page.getByText('You have started a purchase that is not paid yet')).toHaveCount(0)
    await page.getByRole('radio', { name: /^Bank transfer/ }).check()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Copy account number' })).toBeVisible()
    const next = await readPurchase(page)
    expect(next.orderId).not.toBe(purchase.orderId)
    expect(next.accountNumber).not.toBe(purchase.accountNumber)
  },
)

/** The page says what arrived too late, where the money is, and that the account accepts no more. */
async function expectTooLate(page: Page): Promise<void> {
  const what = '₦6,500 arrived after the time to pay was over. No code was bought with it, and it is in your wallet.'
  await expect(page.getByText(what)).toBeVisible()
  await expect(page.getByText(/^The time to pay is over/)).toBeVisible()
}

lastThird('no account number: says so after the provider refused, and that nothing was paid', async ({ page }) => {
  await sandbox().fault({ operation: 'charge', fault: 'decline' })
  await page.goto('/buy-bpc')
  await page.getByRole('radio', { name: /^Bank transfer/ }).check()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No account number' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('No money has moved.')
  await page.getByRole('link', { name: 'Pay from your wallet' }).click()
  await expect(page.getByRole('radio', { name: /^From your wallet/ })).toBeChecked()
})

test('from the wallet: the terms, the PIN, and the code', async ({ page }) => {
  await page.goto('/buy-bpc')
  await page.getByText('From your wallet').click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  const review = page.getByRole('dialog')
  for (const text of ['₦6,500.00', '₦6,200.00', '₦300.00', '₦193,500.00', 'six thousand five hundred naira'])
    await expect(review.getByText(text, { exact: true })).toBeVisible()
  await showKeypad(page)
  await enterPin(page, PIN)
  await expectCode(page)
  await expect(page.getByText('Your daily limit is now ₦1,000,000.')).toBeVisible()
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByRole('region', BALANCE)).toContainText('₦193,500.00')
})

firstThird('that the balance is less than the price is said only until money comes in', async ({ page }) => {
  await sendMoney(page, '195,000')
  await expect(page).toHaveURL(/processing/)
  await page.goto('/buy-bpc?pay=wallet')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  const said = page.getByRole('alert').filter({ hasText: 'is not enough' })
  await expect(said).toHaveText(/ is not enough for ₦6,500 for a BPC code\. Add money or pay by bank transfer\.$/)
  await payInFrom(page, ['AMINA LAWAL'])
  await expect(said).toHaveCount(0)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Approve' })).toBeVisible()
})

lastThird('an unused code goes back for its full price, once, after a plain question', async ({ page }) => {
  await page.goto('/buy-bpc?pay=wallet')
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await showKeypad(page)
  await enterPin(page, PIN)
  await expectCode(page)

  await page.goto('/profile')
  await expect(page.getByText('Plus', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Bought BPC' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Show my BPC codes' }).click()
  await expect(page.getByRole('heading', { name: 'Starter BPC' })).toBeVisible()
  await page.getByRole('button', { name: /^Return / }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: /^Return / }).click()
  await page.getByRole('button', { name: 'Return for ₦6,500' }).click()
  await expect(page.getByText('₦6,500 went back to your wallet.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Return / })).toHaveCount(0)
  await expect(page.getByText('Basic', { exact: true })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('region', BALANCE)).toContainText('₦200,000.00')
})

firstThird('the good news comes before the question for the PIN, and the code after it', async ({ page }) => {
  const purchase = await startPurchase(page)
  await refuseCodesOnce(page)
  await payNaira(purchase, 6_500)
  await expect(page.getByText('The code is yours. You entered your PIN a while ago')).toBeVisible()
  await page.getByRole('button', { name: 'Enter PIN' }).click()
  await enterPin(page, PIN)
  await expectCode(page)
})

lastThird('codes need a PIN of the last minutes, and are there after it', async ({ page }) => {
  await page.goto('/profile')
  await refuseCodesOnce(page)
  await page.getByRole('button', { name: 'Show my BPC codes' }).click()
  await expect(page.getByRole('dialog', { name: 'Show my BPC codes' })).toBeVisible()
  await expectAccessible(page, 'the PIN asked for in place')
  await enterPin(page, PIN)
  await expect(page).toHaveURL(/\/profile/)
  await expect(page.getByRole('heading', { name: 'Starter BPC' })).toBeVisible()
})

/** The server's reply when the last PIN is more than five minutes old. */
async function refuseCodesOnce(page: Page): Promise<void> {
  const error = { code: 'pin.needed', message: 'Enter your PIN again to see your codes.', id: 'e2e' }
  await page.route('**/api/bpc', (route) => route.fulfill({ status: 403, json: { error } }), { times: 1 })
}

firstThird('every screen of a purchase at 320 px is accessible in light and dark', async ({ page }) => {
  // Each check covers both themes, which takes a while on a small machine.
  await page.setViewportSize({ width: 320, height: 740 })
  await page.goto('/buy-bpc')
  await expect(page.getByText('₦1,000,000', { exact: true })).toBeVisible()
  await expectAccessible(page, 'buy BPC')
  await sandbox().fault({ operation: 'charge', fault: 'slow', delayMs: 8_000 })
  await page.getByRole('radio', { name: /^Bank transfer/ }).check()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Processing your request' })).toBeVisible()
  await expectAccessible(page, 'issuing')
  await expect(page.getByText('NGN 6,500')).toBeVisible()
  await expectAccessible(page, 'payment')
  const purchase = await readPurchase(page)
  await page.goto(`/buy-bpc/confirmation?order=${purchase.orderId}`)
  await expect(page.getByRole('alert')).toContainText('Payment not confirmed')
  await expectAccessible(page, 'not confirmed')
  await payNaira(purchase, 7_000)
  await expectCode(page)
  await expectAccessible(page, 'confirmed')
  await page.goto('/profile?codes=shown')
  await expect(page.getByRole('heading', { name: 'Starter BPC' })).toBeVisible()
  await expectAccessible(page, 'my codes')
  await page.getByRole('button', { name: /^Return / }).click()
  await expectAccessible(page, 'return')
})

secondThird(
  'a bank notice is shown before paying, with bank, source, time and meaning: once for each purchase, and after a reload',
  async ({ page }) => {
    const WEMA = '035'
    await switchBank(WEMA, false)
    try {
      // The provider's list is read again within a minute.
      await expect.poll(async () => await (await page.request.get('/api/bank-notices')).text()).toContain('Wema Bank')
      const { orderId } = await startPurchase(page)
      const notice = page.getByRole('dialog', { name: 'Bank notice' })
      await expect(notice.getByRole('heading', { name: 'Wema Bank' })).toBeVisible()
      await expect(notice).toContainText('reported as not working right now')
      await expect(notice).toContainText(/Source: Paystack's bank list, \d+ \w+ \d{4}, \d\d:\d\d/)
      await expectAccessible(page, 'bank notice')
      await notice.getByRole('button', { name: 'I Understand' }).click()
      await expect(notice).toHaveCount(0)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
      await page.goForward()
      await expect(page.getByRole('button', { name: 'Copy account number' })).toBeVisible()
      expect(page.url()).toContain(orderId)
      await expect(notice).toHaveCount(0)

      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('radio', { name: /^Bank transfer/ }).check()
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      await expect(notice.getByRole('heading', { name: 'Wema Bank' })).toBeVisible()
      expect(page.url()).not.toContain(orderId)
      await notice.getByRole('button', { name: 'I Understand' }).click()
      await expect(notice).toHaveCount(0)
      await page.reload()
      await expect(notice.getByRole('heading', { name: 'Wema Bank' })).toBeVisible()
    } finally {
      await switchBank(WEMA, true)
    }
  },
)
