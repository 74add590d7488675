import { expect, type Page, test } from '@playwright/test'
import { expectApart, keepMessages } from '#tests/e2e/support/messages.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { askForAirtime } from '#tests/e2e/support/purchase.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { enterPin, fillTransfer, PIN, sendMoney, showKeypad } from '#tests/e2e/support/wallet-page.ts'

const toast = (page: Page) => page.getByRole('region', { name: 'Messages' }).locator('> div')

test.beforeEach(async ({ page }) => {
  await openAccount(page, 'Musa Bello')
})

for (const { width, height, percent } of [
  { width: 320, height: 640, percent: 100 },
  { width: 360, height: 640, percent: 200 },
]) {
  secondThird(
    `a message covers neither the first wrong field nor the field somebody is in, ${width} px, ${percent} % text`,
    async ({ page }) => {
      await keepMessages(page)
      await page.setViewportSize({ width, height })
      await page.evaluate(`document.documentElement.style.fontSize = '${percent}%'`)
      await page.goto('/withdraw')
      await page.evaluate(`document.documentElement.style.fontSize = '${percent}%'`)
      await page.getByRole('button', { name: 'Submit' }).click()
      await expect(toast(page)).toContainText('Please fill in all required fields')
      await expect(page.getByLabel('Account Number')).toBeFocused()
      const fieldOf = (name: string) => page.locator('[data-toast-avoid]').filter({ has: page.getByLabel(name) })
      await expectApart(toast(page), fieldOf('Account Number'))
      // The message does not cover what the person works on, however the page is scrolled.
      await toast(page).hover()
      await page.getByLabel('Amount').focus()
      for (const block of ['start', 'end'] as const) {
        await page.mouse.move(0, 0)
        await page.evaluate((to) => document.activeElement?.scrollIntoView({ block: to }), block)
        await expect(async () => expectApart(toast(page), fieldOf('Amount'))).toPass()
      }
    },
  )
}

/** From now on only the tests move time. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000)
}

test('there is one message at a time, the newest, and an error is gone after four seconds', async ({ page }) => {
  await page.clock.install()
  await page.goto('/airtime')
  await page.getByRole('radio', { name: 'MTN' }).check()
  await page.getByLabel('Phone Number').fill('0803123456')
  await stopTime(page)
  await page.getByRole('button', { name: 'Purchase Airtime' }).click()
  await expect(toast(page)).toHaveText('Please fill in all required fields')
  await page.getByLabel('Amount').fill('100')
  await page.getByRole('button', { name: 'Purchase Airtime' }).click()
  await expect(toast(page)).toHaveText('Please enter a valid 11-digit phone number')
  await page.mouse.move(0, 0)
  await page.clock.runFor(3_900)
  await expect(toast(page)).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(toast(page)).toHaveCount(0)
  // The field still shows it.
  await expect(page.getByLabel('Phone Number')).toHaveAccessibleDescription(
    'Please enter a valid 11-digit phone number',
  )
})

firstThird('a message waits for anyone who points at it, or has the focus in it', async ({ page }) => {
  await page.clock.install()
  await page.goto('/airtime')
  await expect(page.getByRole('radio', { name: 'MTN' })).toBeVisible()
  await stopTime(page)
  await page.getByRole('button', { name: 'Purchase Airtime' }).click()
  await toast(page).hover()
  await page.clock.runFor(10_000)
  await expect(toast(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Close message' }).focus()
  await page.mouse.move(0, 0)
  await page.clock.runFor(10_000)
  await expect(toast(page)).toHaveCount(1)
  await page.getByLabel('Amount').focus()
  await page.clock.runFor(4_100)
  await expect(toast(page)).toHaveCount(0)
})

firstThird('what a field says is not said twice, unless its words are prescribed', async ({ page }) => {
  await fillTransfer(page, '300,000')
  await page.getByRole('button', { name: 'Submit' }).click()
  const amount = page.getByLabel('Amount')
  await expect(amount).toHaveAccessibleDescription(/Your balance of ₦200,000 is not enough/)
  await expect(amount).toBeFocused()
  await expect(page.getByText('Your balance of ₦200,000 is not enough')).toHaveCount(1)
  await expect(toast(page)).toHaveCount(0)
})

lastThird('an error ends when what it was about succeeds', async ({ page }) => {
  await page.goto('/sell/many')
  const line = Buffer.from('08031234567, MTN, 500\n')
  await page.locator('input[type=file]').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.concat(Array(20_000).fill(line)),
  })
  await expect(toast(page)).toContainText('This file is too large')
  await page.getByLabel('Your list').fill('08031234567, MTN, 500')
  // The message stays while it has the focus.
  await page.getByRole('button', { name: 'Close message' }).focus()
  await page.getByRole('button', { name: 'Check the list' }).dispatchEvent('click')
  await expect(page.getByRole('button', { name: 'Review and approve' })).toBeVisible()
  await expect(toast(page)).toHaveCount(0)
})

for (const { height, percent } of [
  { height: 740, percent: 100 },
  { height: 640, percent: 200 },
]) {
  lastThird(
    `the news of a transfer covers neither its mark nor its title at 360 × ${height} and ${percent} % text`,
    async ({ page }) => {
      await keepMessages(page)
      await page.setViewportSize({ width: 360, height })
      await page.addInitScript(
        `addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '${percent}%' })`,
      )
      await sendMoney(page, '1,500')
      const title = page.getByRole('heading', { name: 'Transfer Successfully' })
      await expect(title).toBeVisible()
      await expect(toast(page)).toHaveText('Transfer initiated successfully!')
      await expectApart(toast(page), title)
      await expectApart(toast(page), page.locator('.disc'))
    },
  )
}

secondThird('a message that appears under a resting mouse disappears on time', async ({ page }) => {
  await page.goto('/airtime')
  const submit = page.getByRole('button', { name: 'Purchase Airtime' })
  await submit.click()
  await expect(toast(page)).toHaveText('Please fill in all required fields')
  const box = await toast(page).boundingBox()
  await expect(toast(page)).toHaveCount(0)
  // Rest the mouse where the next message appears, and submit with the keyboard.
  await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + (box?.height ?? 0) / 2)
  await submit.press('Enter')
  await expect(toast(page)).toHaveText('Please fill in all required fields')
  await expect(toast(page)).toHaveCount(0)
})

lastThird('on a result that is scrolled to its end, the news covers no button', async ({ page }) => {
  await keepMessages(page)
  await sendMoney(page, '1,500')
  await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible()
  await expect(toast(page)).toHaveText('Transfer initiated successfully!')
  await page.mouse.move(0, 0)
  const top = async () => (await toast(page).boundingBox())?.y
  const before = await top()
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await expect.poll(top).not.toBe(before)
  for (const name of ['Share receipt', 'See the receipt', 'Ok, I got it'])
    await expectApart(toast(page), page.getByRole('link', { name }))
  await expectApart(toast(page), page.getByRole('button', { name: 'Send again' }))
})

firstThird('while a transfer is on its way, the news does not cover the way to check it', async ({ page }) => {
  await keepMessages(page)
  await sandbox().fault({ operation: 'transfer', fault: 'pending' })
  await sendMoney(page, '2,000')
  const check = page.getByRole('button', { name: 'Check again' })
  await expect(check).toBeVisible()
  await expect(toast(page)).toHaveText('Transfer initiated successfully!')
  await page.mouse.move(0, 0)
  await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  await expect(async () => await expectApart(toast(page), check)).toPass()
  await check.click()
  await expect(page.getByText(/^Checked at \d\d:\d\d: /)).toBeVisible()
  // The worker may have asked at that moment: then its reply counts, and the button shows nothing new.
  await expect(async () => {
    await check.click()
    await expect(page.getByText(/^Checked at \d\d:\d\d: still pending\.$/)).toBeVisible({ timeout: 5_000 })
  }).toPass()
})

lastThird('the news of a purchase leaves the balance in sight', async ({ page }) => {
  await keepMessages(page)
  await askForAirtime(page, { phone: '08031234561', amount: '700' })
  await showKeypad(page)
  await enterPin(page, PIN)
  await expect(toast(page)).toHaveText('Airtime purchase successful!')
  await expectApart(toast(page), page.getByRole('region', { name: 'Balance' }).getByText('₦199,307.00'))
})

firstThird(
  'a copied number leaves in sight what was copied, and what is to be copied next',
  async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/buy-bpc')
    await page.getByText('Bank transfer', { exact: true }).click()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.getByRole('button', { name: 'Copy account number' }).click()
    await expect(toast(page)).toHaveText('Account number copied to clipboard!')
    await expectApart(toast(page), page.getByRole('region', { name: 'Account for this purchase' }))
  },
)

lastThird('a review covers the message of the form, and no message covers the amount', async ({ page }) => {
  await page.goto('/airtime')
  await page.getByRole('button', { name: 'Purchase Airtime' }).click()
  await expect(toast(page)).toHaveCount(1)
  await askForAirtime(page, { phone: '08031234567', amount: '500' })
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(toast(page)).toHaveCount(0)
})
