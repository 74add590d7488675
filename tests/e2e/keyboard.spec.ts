import { expect, type Locator, type Page, test } from '@playwright/test'
import { firstThird, lastThird } from '#tests/e2e/support/thirds.ts'
import { accountName, join, PIN, register } from '#tests/e2e/support/wallet-page.ts'

/** More than any screen's focusable elements. */
const TABS_MAX = 60

/** Presses Tab until the target has the focus. */
async function tabTo(target: Locator): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    await target.page().keyboard.press('Tab')
    if (await target.evaluate((each) => each === document.activeElement)) return
  }
  throw new Error(`${target} cannot be reached with Tab`)
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('a transfer is filled in, reviewed, cancelled and approved with the keyboard alone', async ({ page }) => {
  await join(page, 'Nkechi Eze')
  await tabTo(page.getByRole('link', { name: 'Send', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Transfer To Bank' })).toBeFocused()
  await tabTo(page.getByLabel('Account Number'))
  await page.keyboard.type('0123456784')
  await tabTo(button(page, /^Bank/))
  await page.keyboard.press('Enter')
  const banks = page.getByRole('dialog')
  await expect(banks).toBeVisible()
  await tabTo(page.getByLabel('Search'))
  await page.keyboard.type('gtb')
  await tabTo(button(page, 'GTBank'))
  await page.keyboard.press('Enter')
  await expect(banks).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Bank/ })).toBeFocused()
  await expect(accountName(page)).toHaveText(/^[\p{Lu} '-]{3,}$/u)
  await tabTo(page.getByLabel('Amount'))
  await page.keyboard.type('1500')
  await tabTo(button(page, 'Submit'))
  await page.keyboard.press('Enter')
  const review = page.getByRole('dialog', { name: 'You send ₦1,500.00' })
  await expect(review).toBeVisible()

  // Elements behind a sheet cannot be reached, and closing it returns to the previous focus.
  for (let tabs = 0; tabs < 12; tabs++) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate<boolean>(
        'document.activeElement === document.body || document.activeElement.closest("dialog") !== null',
      ),
    ).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(review).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Submit' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(review).toBeVisible()
  await expect(page.getByRole('dialog').getByText('0 of 4 digits entered.')).toBeAttached()
  await page.keyboard.type(PIN)
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
})

lastThird(
  'the keypad says by name what each key does and, without showing it, how much is entered',
  async ({ page }) => {
    await register(page, 'Nkechi Eze')
    const keys = page.locator('header, main').getByRole('button')
    const names = [
      'Log out',
      'Profile',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
      'Fingerprint',
      '0',
      'Backspace',
      'Reset passcode',
    ]
    await expect(keys).toHaveCount(names.length)
    for (const [place, name] of names.entries()) await expect(keys.nth(place)).toHaveAccessibleName(name)
    await tabTo(button(page, '4'))
    await page.keyboard.press('Enter')
    await tabTo(button(page, '7'))
    await page.keyboard.press('Space')
    const said = page.locator('[aria-live=polite]').filter({ hasText: 'digits entered' })
    await expect(said).toContainText('2 of 4 digits entered.')
    await tabTo(button(page, 'Backspace'))
    await page.keyboard.press('Enter')
    await expect(said).toContainText('1 of 4 digits entered.')
    await expect(page.locator('main')).not.toContainText('47')
  },
)

firstThird(
  'a message is announced, keeps its place while it is read, and is closed with the keyboard',
  async ({ page }) => {
    await join(page, 'Nkechi Eze')
    const messages = page.getByRole('region', { name: 'Messages' })
    await expect(messages).toHaveAttribute('aria-live', 'polite')
    await page.goto('/withdraw')
    await tabTo(button(page, 'Submit'))
    await page.keyboard.press('Enter')
    const problem = page.getByRole('alert').filter({ hasText: 'Please fill in all required fields' }).first()
    await expect(problem).toBeVisible()
    await tabTo(button(page, 'Close message'))
    await page.keyboard.press('Enter')
    await expect(messages.getByText('Please fill in all required fields')).toHaveCount(0)
  },
)

lastThird('a PIN typed the moment the keypad appears is taken whole', async ({ page }) => {
  // The observer runs as soon as the keys are in the page, before anything the page deferred.
  await page.addInitScript((pin) => {
    const watching = new MutationObserver(() => {
      if (document.querySelector('[data-dot]') === null) return
      watching.disconnect()
      for (const key of pin) dispatchEvent(new KeyboardEvent('keydown', { key }))
    })
    watching.observe(document, { childList: true, subtree: true })
  }, PIN)
  await register(page, 'Ifeoma Udo')
  await expect(page.getByText('Enter the same PIN once more')).toBeVisible()
})
