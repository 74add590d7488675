import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible, SIDEWAYS } from '#tests/e2e/support/accessible.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { askForAirtime, askForData, fillElectricity, fillTv } from '#tests/e2e/support/purchase.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { openAccountWithPasskey } from '#tests/e2e/support/virtual-authenticator.ts'
import { enterPin, fillTransfer, join, PIN, showKeypad } from '#tests/e2e/support/wallet-page.ts'

const WRONG_PIN = '9182'
const dots = (page: Page) => page.locator('[data-dot]')
const digit = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click()

/** In view, with nothing covering it. */
async function expectInSight(each: Locator): Promise<void> {
  await expect(each).toBeInViewport({ ratio: 1 })
  const hidden = await each.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    return there === null || !(element.contains(there) || there.contains(element))
  })
  expect(hidden, `${each} is covered`).toBe(false)
}

test('with the usual lines, terms and keypad fit 360 × 740: the review is the PIN step', async ({ page }) => {
  await openAccount(page, 'Musa Bello')
  await fillTransfer(page, '20,000')
  await submit(page)
  const sheet = page.getByRole('dialog', { name: 'You send ₦20,000.00' })
  for (const text of ['twenty thousand naira', 'GTBank', '0123456784', '₦25.00', '₦50.00', '₦20,075.00', '₦179,925.00'])
    await expectInSight(sheet.getByText(text, { exact: true }))
  for (const key of ['1', '0', 'Backspace']) await expectInSight(digit(page, key))
  await expect(page.getByRole('button', { name: 'Approve with PIN' })).toHaveCount(0)
  await expect(sheet.getByRole('heading')).toBeFocused()
  await expectAccessible(page, 'review with keypad')
  await page.keyboard.type(PIN)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
})

for (const { height, percent } of [
  { height: 640, percent: 100 },
  { height: 640, percent: 200 },
]) {
  firstThird(
    `who gets what stays above the dots at 360 × ${height} and ${percent} % text, also after a wrong PIN`,
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height })
      await page.addInitScript(
        `addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '${percent}%' })`,
      )
      await openAccount(page, 'Musa Bello')
      await fillTransfer(page, '20,000')
      const name = await page.getByRole('status', { name: 'Account Name' }).innerText()
      await submit(page)
      await showKeypad(page)
      const sheet = page.getByRole('dialog')
      const expectWhoGetsWhat = async () => {
        for (const text of ['₦20,000.00', name, 'GTBank', '0123456784'])
          await expectInSight(sheet.getByText(text, { exact: true }).first())
        for (const dot of await dots(page).all()) await expectInSight(dot)
      }
      await expectWhoGetsWhat()
      await page.keyboard.type(WRONG_PIN)
      const note = sheet.getByText('The PIN you entered is incorrect. Please try again. 4 tries left on this device.')
      await expectInSight(note)
      await expectWhoGetsWhat()
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect(await page.evaluate<string[]>(SIDEWAYS)).toEqual([])
      await expectAccessible(page, 'a wrong PIN')
      // Every key is reachable.
      await digit(page, 'Backspace').scrollIntoViewIfNeeded()
      await page.keyboard.type(PIN)
      await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
    },
  )
}

test('each kind of payment says who gets what, and every line that is signed', async ({ page }) => {
  await join(page, 'Adaeze Obi')
  const meter = { meter: '45678901299', amount: '5,000' }
  const kinds: { ask: () => Promise<void>; pays: string; who: string[] }[] = [
    {
      ask: () => askForAirtime(page, { phone: '08031234567', amount: '500' }),
      pays: '₦495.00',
      who: ['0803 123 4567', '₦500.00 MTN airtime'],
    },
    { ask: () => askForData(page, { phone: '08031234567', bundle: /^1GB/ }), pays: '₦492.50', who: ['0803 123 4567'] },
    {
      ask: async () => {
        await fillElectricity(page, meter)
        await page.getByRole('button', { name: 'Pay Electricity' }).click()
      },
      pays: '₦4,975.00',
      who: [`${meter.meter} (prepaid)`],
    },
    {
      ask: async () => {
        await fillTv(page, '7023456799')
        await page.getByRole('button', { name: 'Pay TV' }).click()
      },
      pays: '₦',
      who: ['7023456799'],
    },
    {
      ask: async () => {
        await page.goto('/buy-bpc?pay=wallet')
        await page.getByRole('button', { name: 'Pay', exact: true }).click()
      },
      pays: '₦6,500.00',
      who: ['Adaeze Obi', 'one BPC code'],
    },
    {
      ask: async () => {
        await page.goto('/sell/many')
        await page.getByLabel('Your list').fill('08031234567, MTN, 500\n08031234568, MTN, 500')
        await page.getByRole('button', { name: 'Check the list' }).click()
        await page.getByRole('button', { name: 'Review and approve' }).click()
      },
      pays: '₦990.00',
      who: ['airtime, 2 times'],
    },
  ]
  for (const { ask, pays, who } of kinds) {
    const answered = page.waitForResponse(
      (response) => /\/api\/(?:quotes|batches)$/.test(response.url()) && response.request().method() === 'POST',
    )
    await ask()
    const said = JSON.stringify(await (await answered).json())
    const terms = JSON.parse(`"${/"terms":"((?:[^"\\]|\\.)*)"/.exec(said)?.[1] ?? ''}"`) as string
    const sheet = page.getByRole('dialog', { name: /^You pay / })
    await expect(sheet).toHaveAccessibleName(new RegExp(`^You pay ${pays}`))
    await showKeypad(page)
    const head = sheet.locator('[data-sheet-head]')
    for (const text of who) await expectInSight(head.getByText(text, { exact: true }))
    for (const dot of await dots(page).all()) await expectInSight(dot)
    const lines = terms.split('\n')
    expect(lines.length).toBeGreaterThan(4)
    const shown = (await sheet.locator('dt').allTextContents()).length
    expect(shown + 1, 'the amount and all others').toBe(lines.length)
    for (const line of lines)
      await expect(sheet.getByText(line.slice(line.indexOf(': ') + 2), { exact: true }).first()).toBeAttached()
  }
})

secondThird(
  'a digit on a keyboard opens the PIN from the first instant, also where the keypad has no room',
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 500 })
    await openAccount(page, 'Musa Bello')
    await fillTransfer(page, '1,500')
    // The observer runs as soon as the sheet is in the page.
    await page.evaluate((pin) => {
      const watching = new MutationObserver(() => {
        if (document.querySelector('dialog[open]') === null) return
        watching.disconnect()
        for (const key of pin) dispatchEvent(new KeyboardEvent('keydown', { key }))
      })
      watching.observe(document, { childList: true, subtree: true, attributes: true })
    }, PIN)
    await submit(page)
    await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
  },
)

lastThird(
  'where the keypad has no room it is one tap away, takes the focus, and the terms stay above it',
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 560 })
    await openAccount(page, 'Musa Bello')
    await fillTransfer(page, '1,500')
    await submit(page)
    const sheet = page.getByRole('dialog', { name: 'You send ₦1,500.00' })
    await expect(sheet).toHaveAccessibleDescription(/To .+ Bank GTBank Account number 0123456784/)
    await expect(digit(page, '5')).toHaveCount(0)
    await page.getByRole('button', { name: 'Approve with PIN' }).click()
    await expect(page.getByRole('region', { name: 'Approve' })).toBeFocused()
    await expectInSight(digit(page, '0'))
    await sheet.getByText('one thousand five hundred naira').scrollIntoViewIfNeeded()
    await expectInSight(sheet.getByText('₦1,500.00', { exact: true }))
  },
)

secondThird('who has a passkey approves with the fingerprint first, and the PIN is below it', async ({ page }) => {
  await openAccountWithPasskey(page, 'Dayo Bello')
  await fillTransfer(page, '1,500')
  await submit(page)
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('button', { name: /^Approve with/ })).toHaveText([
    'Approve with fingerprint',
    'Approve with PIN',
  ])
  await page.getByRole('button', { name: 'Approve with PIN' }).click()
  // The fingerprint stays a key of the keypad.
  await page.getByRole('button', { name: 'Fingerprint' }).click()
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
})

firstThird('an approval right after its terms waits by itself and is sent once', async ({ page }) => {
  await openAccount(page, 'Musa Bello')
  await fillTransfer(page, '1,321')
  let refused = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/api/orders') && response.status() === 429) refused += 1
  })
  await page.route('**/api/orders', async (route) => {
    if (refused > 0) return route.continue()
    const message = 'Too fast.'
    await route.fulfill({ status: 429, json: { error: { code: 'approval.too-fast', message } } })
  })
  await submit(page)
  await enterPin(page, PIN)
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
  expect(refused).toBe(1)
  const { transfers } = await sandbox().truth()
  expect(transfers.filter(({ amountKobo }) => amountKobo === '132100')).toHaveLength(1)
})
