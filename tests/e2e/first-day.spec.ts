import { expect, test } from '@playwright/test'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { enterPin, fillTransfer, joinOnScreens, lock, PIN, showKeypad, tapPin } from '#tests/e2e/support/wallet-page.ts'

test('a first day: join, see the grant, get paid, send ₦1,500, read the receipt, lock and unlock', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])

  await test.step('the grant is there, and looks like practice money', async () => {
    await joinOnScreens(page, 'Adaeze Ụzọchukwu')
    await expect(page.getByRole('heading', { name: 'Hi, Adaeze Ụzọchukwu' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦200,000.00')
    await expect(page.getByRole('link', { name: /Sandbox grant/ })).toContainText('+₦200,000.00')
    await expect(page.getByText('Sandbox · practice money')).toBeVisible()
  })

  await test.step('money that is paid in appears by itself', async () => {
    await page.getByRole('link', { name: 'Add money' }).first().click()
    await expect(page.getByText('The bank asks for your phone number before it issues one.')).toBeVisible()
    await page.getByLabel('Phone number').fill('0803 123 4567')
    await page.getByRole('button', { name: 'Get my account number' }).click()
    await page.getByRole('button', { name: 'Copy account number' }).click()
    await expect(page.getByText('Account number copied to clipboard!')).toBeVisible()
    const accountNumber = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(accountNumber).toMatch(/^\d{10}$/)
    await page.getByRole('link', { name: 'Wallet' }).click()
    await sandbox().payIn({ accountNumber, amountKobo: '2500050', senderName: 'MUSA BELLO' })
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦225,000.50')
    await expect(page.getByRole('link', { name: /Deposit/ })).toContainText('+₦25,000.50')
  })

  await test.step('the review shows name, bank, fee, total and what is left before the PIN', async () => {
    await fillTransfer(page, '1,500')
    await page.getByRole('button', { name: 'Submit' }).click()
    const review = page.getByRole('dialog')
    for (const text of [
      '₦1,500.00',
      'one thousand five hundred naira',
      'GTBank',
      '0123456784',
      '₦10.00',
      '₦1,510.00',
    ]) {
      await expect(review.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(review.getByText('₦223,490.50')).toBeVisible()
    await showKeypad(page)
    await tapPin(page, PIN)
  })

  await test.step('completed is said only after the proof', async () => {
    await expect(page.getByText('Transfer initiated successfully!')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
    await expect(page.getByText('Your transfer of ₦1,500 has been processed successfully.')).toBeVisible()
    const { transfers } = await sandbox().truth()
    const order = new URL(page.url()).searchParams.get('order')
    const ours = transfers.filter(({ reference }) => reference === order)
    expect(ours.map(({ amountKobo, status }) => `${amountKobo} ${status}`)).toEqual(['150000 paid'])
    await page.getByRole('link', { name: 'Ok, I got it' }).click()
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText('₦223,490.50')
  })

  await test.step('the history finds it, and the receipt adds up', async () => {
    await page.getByRole('link', { name: 'View All' }).click()
    await page.getByLabel('Search transactions').fill('musa')
    await expect(page.getByRole('link', { name: /Bank Transfer/ })).toHaveCount(0)
    await page.getByLabel('Search transactions').fill('')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('button', { name: 'Completed' }).click()
    await page.getByRole('link', { name: /Bank Transfer/ }).click()
    const receipt = page.getByRole('region', { name: 'Receipt' })
    await expect(receipt).toContainText('-₦1,510.00')
    await expect(receipt).toContainText('Amount₦1,500.00Fee₦10.00Stamp duty₦0.00Total₦1,510.00')
    await expect(receipt).toContainText('Practice money. This receipt proves no real payment.')
    await expect(page.getByRole('listitem').last()).toContainText('Completed')
  })

  await test.step('a lock hides everything until the PIN, then goes back', async () => {
    await lock(page)
    await page.goto('/history')
    await expect(page).toHaveURL(/\/pin$/)
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    await page.keyboard.type(PIN, { delay: 50 })
    await expect(page).toHaveURL(/\/history$/)
    await expect(page.getByRole('link', { name: /Bank Transfer/ })).toBeVisible()
  })
})

test('a route that needs an account leads a signed-out browser to the sign-in', async ({ page }) => {
  await page.goto('/withdraw')
  await expect(page).toHaveURL(/\/signin$/)
})

test('a session that ended asks for the password, keeps the PIN and goes back', async ({ page, context }) => {
  const email = await openAccount(page, 'Tamuno Briggs')
  await context.clearCookies()
  await page.goto('/history')
  await expect(page).toHaveURL(/\/signin$/)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('yam and pepper soup 9')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/history$/)
  await lock(page)
  await enterPin(page, PIN)
  await expect(page).toHaveURL(/\/profile$/)
})
