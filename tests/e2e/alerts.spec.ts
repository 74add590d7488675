import { expect, type Page, test } from '@playwright/test'
import type { AlertsAnswer } from '#contract/alerts.ts'
import { SANDBOX_GRANT_KOBO } from '#contract/constants.ts'
import { naira } from '#contract/money.ts'
import type { PushSubscriptionShown } from '#contract/push.ts'
import { SMS_OFF_TEXT, smsOnText } from '#contract/sms.ts'
import type { Wallet } from '#contract/wallet.ts'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { emailTo, mailedLink } from '#tests/e2e/support/emails.ts'
import { payInFrom } from '#tests/e2e/support/pay-in.ts'
import { sandbox } from '#tests/e2e/support/sandbox.ts'
import { firstThird, lastThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { join, sendMoney } from '#tests/e2e/support/wallet-page.ts'

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Alerts/ })
const filter = (page: Page, name: string) => page.getByRole('group', { name: 'Show' }).getByRole('button', { name })
const switchOf = (page: Page, category: string, channel: string) =>
  page.getByRole('group', { name: category }).getByRole('switch', { name: channel })

/** Marks the alerts of a new account as seen. */
async function lookAtAll(page: Page): Promise<void> {
  const { alerts } = (await (await page.request.get('/api/alerts')).json()) as AlertsAnswer
  await page.request.post('/api/alerts/seen', { data: { id: alerts[0]?.id } })
}

/** Registers and waits until no alert about the new account can follow. */
async function joinQuietly(page: Page, name: string): Promise<string> {
  const email = await join(page, name)
  await lookAtAll(page)
  await expect(bell(page)).toHaveAccessibleName('Alerts')
  return email
}

const transferOf = async (page: Page, amount: string) => {
  await sendMoney(page, amount)
  await expect(page.getByRole('heading', { name: 'Transfer Successfully' })).toBeVisible()
}

test('money that comes in is on the bell without a reload, in the inbox by day, and is seen by looking', async ({
  page,
}) => {
  await joinQuietly(page, 'Efe Bello')
  const box = await bell(page).boundingBox()
  await payInFrom(page, ['TUNDE BAKARE'])
  await expect(bell(page)).toHaveAccessibleName('Alerts, 1 new')
  expect(await bell(page).boundingBox()).toEqual(box)
  await expectAccessible(page, 'dashboard with a bell')

  await bell(page).click()
  await expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible()
  const row = page.getByRole('region', { name: 'Today' }).getByRole('link', { name: '₦2,500.50 came in' })
  await expect(row).toContainText('A bank transfer from TUNDE BAKARE came into your wallet.')
  await expect(row).toContainText('New')
  await expect(page.getByText('New', { exact: true })).toHaveCount(1)
  await expectAccessible(page, 'inbox')
  await expect.poll(async () => ((await (await page.request.get('/api/alerts')).json()) as AlertsAnswer).unseen).toBe(0)
  // A new alert stays marked while the person looks at it.
  await expect(row).toContainText('New')
  await row.click()
  await expect(page).toHaveURL(/\/history\/txn_\w+$/)

  await page.goto('/dashboard')
  await expect(bell(page)).toHaveAccessibleName('Alerts')
  await page.goto('/alerts')
  await expect(row).toBeVisible()
  await expect(page.getByText('New', { exact: true })).toHaveCount(0)
})

firstThird(
  'a transfer is on the bell once it is completed, and filters find it, also with the keyboard',
  async ({ page }) => {
    await joinQuietly(page, 'Gbenga Musa')
    await transferOf(page, '1,234')
    await page.goto('/dashboard')
    await expect(bell(page)).toHaveAccessibleName('Alerts, 1 new')
    await bell(page).focus()
    await page.keyboard.press('Enter')
    const transfer = page.getByRole('link', { name: /You sent ₦1,234\.00 to / })
    await expect(transfer).toBeVisible()
    const pin = page.getByRole('link', { name: /Your PIN was set/ })
    await expect(pin).toBeVisible()

    await filter(page, 'Money').focus()
    await page.keyboard.press('Space')
    await expect(pin).toBeHidden()
    await expect(transfer).toBeVisible()
    await expect(page).toHaveURL(/category=money$/)
    await filter(page, 'Notices').click()
    await expect(page.getByText('You have no alerts of this kind.')).toBeVisible()
    await expectAccessible(page, 'inbox without what is looked for')
    await filter(page, 'Security').click()
    await expect(pin).toBeVisible()
    await expect(transfer).toBeHidden()
    await page.reload()
    await expect(filter(page, 'Security')).toHaveAttribute('aria-pressed', 'true')
    await filter(page, 'All').click()
    await expect(transfer).toBeVisible()
  },
)

secondThird('without a network the inbox shows what was read last, with its age', async ({ page, context }) => {
  await joinQuietly(page, 'Halima Sani')
  await page.goto('/alerts')
  const pin = page.getByRole('link', { name: /Your PIN was set/ })
  await expect(pin).toBeVisible()
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { name: /^Hi, / })).toBeVisible()
  await context.setOffline(true)
  await page.evaluate('dispatchEvent(new Event("offline"))')
  await page.clock.setFixedTime(Date.now() + 3 * 60_000)
  await bell(page).click()
  await expect(pin).toBeVisible()
  await expect(page.getByText(/^These alerts are from .*, 3 minutes ago\.$/)).toBeVisible()
  await context.setOffline(false)
})

lastThird('emails about money are switched off, and the next event sends none', async ({ page }) => {
  const email = await joinQuietly(page, 'Ijeoma Obi')
  await page.goto('/security')
  await page.getByRole('link', { name: 'What we tell you' }).click()
  await expect(page.getByRole('heading', { name: 'Alert settings', level: 1 })).toBeVisible()
  await expect(switchOf(page, 'Sign-ins and security', 'Email')).toHaveCount(0)
  await expect(page.getByText('Always by email, so that nobody gets in without you hearing of it.')).toBeVisible()
  await expectAccessible(page, 'alert settings')
  await expect(switchOf(page, 'Money in and out', 'Email')).toBeChecked()
  await switchOf(page, 'Money in and out', 'Email').focus()
  const saved = page.waitForResponse('**/api/alerts/settings')
  await page.keyboard.press('Space')
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(switchOf(page, 'Money in and out', 'Email')).not.toBeChecked()

  await transferOf(page, '1,300')
  await page.goto('/alerts')
  await expect(page.getByRole('link', { name: /You sent ₦1,300\.00/ })).toBeVisible()
  // The test email comes after it, through the same mail server.
  await page.getByRole('link', { name: 'Choose your alerts' }).click()
  await page.getByRole('button', { name: 'Send a test email' }).click()
  await expect(page.getByText(`A test is on its way to ${email}.`)).toBeVisible()
  expect((await emailTo(email, 'Test alert')).text).toContain('This is a test of your email alerts')
  expect((await sandbox().emails(email)).filter(({ subject }) => subject.includes('You sent'))).toEqual([])
})

secondThird('quiet hours and what a locked screen shows are kept', async ({ page }) => {
  await joinQuietly(page, 'Kunle Ade')
  await page.goto('/security/alerts')
  const quiet = page.getByRole('region', { name: 'Quiet hours' })
  await quiet.getByLabel('From').fill('21:30')
  await quiet.getByLabel('Until').fill('21:30')
  await expect(quiet.getByText('Choose an end that differs from the start.')).toBeVisible()
  await quiet.getByLabel('Until').fill('06:15')
  await quiet.getByRole('button', { name: 'Turn on' }).click()
  await expect(quiet.getByText('On, from 21:30 until 06:15 each day, Lagos time')).toBeVisible()
  const locked = page.getByRole('switch', { name: 'Show amounts and names' })
  const saved = page.waitForResponse('**/api/alerts/preferences')
  await locked.click()
  expect((await saved).status()).toBe(200)
  await page.reload()
  await expect(locked).toBeChecked()
  await expect(quiet.getByText('On, from 21:30 until 06:15 each day, Lagos time')).toBeVisible()
  await quiet.getByRole('button', { name: 'Turn off' }).click()
  await expect(quiet.getByRole('status')).toHaveText('Off')
})

secondThird(
  'the link in an email turns emails of its kind off, without a sign-in, with one button',
  async ({ page }) => {
    const email = await joinQuietly(page, 'Lola Bright')
    await transferOf(page, '1,400')
    const link = await mailedLink(email, 'You sent', '/alerts/off')
    await page.context().clearCookies()
    await page.goto(link)
    await expect(page.getByText('Turn off emails about “Money in and out”?')).toBeVisible()
    await expect(page).toHaveURL(/\/alerts\/off$/)
    await expectAccessible(page, 'alert emails')
    await page.getByRole('button', { name: 'Turn these emails off' }).click()
    await expect(page.getByText('Emails about “Money in and out” are off')).toBeVisible()
    await page.goto('/')
    await page.goto('/alerts/off#made-up')
    await expect(page.getByRole('alert')).toContainText('This link is incomplete. Nothing was changed.')
  },
)

lastThird(
  'push tells truthfully that the browser refuses it, or cannot have it, and other devices are removed',
  async ({ page }) => {
    await joinQuietly(page, 'Musa Bala')
    const device = {
      browser: 'Chrome on Android',
      createdAt: '2026-11-21T11:00:00.000Z',
      lastSentAt: null,
      endedAt: null,
    }
    let devices: PushSubscriptionShown[] = [
      { ...device, id: 'psh_1', current: false },
      { ...device, id: 'psh_2', browser: 'Firefox on Linux', current: true },
    ]
    await page.route('**/api/push', (route) => route.fulfill({ json: { publicKey: 'AAAA', subscriptions: devices } }))
    await page.route('**/api/push/psh_*', async (route) => {
      expect(route.request().method()).toBe('DELETE')
      devices = devices.filter(({ id }) => !route.request().url().endsWith(id))
      await route.fulfill({ status: 204 })
    })
    await page.addInitScript("Object.defineProperty(Notification, 'permission', { get: () => 'denied' })")
    await page.goto('/security/alerts')
    const push = page.getByRole('region', { name: 'Push' })
    await expect(push.getByText('Your browser does not allow notifications from Jara')).toBeVisible()
    await expect(push.getByRole('button', { name: /^Turn/ })).toHaveCount(0)
    await expect(push.getByRole('listitem')).toHaveCount(2)
    await expectAccessible(page, 'alert settings with devices')
    await push.getByRole('button', { name: 'Remove push on Chrome on Android' }).click()
    await expect(push.getByRole('listitem')).toHaveText([/Firefox on Linux/])

    devices = devices.map((each) => ({ ...each, endedAt: '2026-11-22T11:00:00.000Z' }))
    await page.addInitScript("Object.defineProperty(Notification, 'permission', { get: () => 'granted' })")
    await page.reload()
    await expect(push.getByText('This device no longer receives alerts')).toBeVisible()
    await expect(push.getByText('No alerts since')).toBeVisible()
    await expect(push.getByRole('button', { name: 'Turn on for this device' })).toBeVisible()
    await page.goto('/alerts')
    await expect(page.getByText('This device no longer receives alerts.')).toBeVisible()
    await page.getByRole('link', { name: 'Turn them on again' }).click()
    await push.getByRole('button', { name: 'Leave them off' }).click()
    await expect(push.getByText('Off for this device.')).toBeVisible()
    await page.goto('/alerts')
    await expect(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible()
    await expect(page.getByText('This device no longer receives alerts.')).toHaveCount(0)
    await page.goto('/security/alerts')

    await page.addInitScript('delete window.PushManager')
    await page.reload()
    await expect(push.getByText('This browser cannot show alerts while Jara is closed.')).toBeVisible()
  },
)

firstThird(
  'SMS alerts are turned on with their price, a code and the text agreed to, cost what was agreed, and are declined in writing',
  async ({ page }) => {
    await joinQuietly(page, 'Nkem Eze')
    const received = () => sandbox().sms('08031239876')
    const available = async () =>
      BigInt(((await (await page.request.get('/api/wallet')).json()) as Wallet).availableKobo)
    await page.goto('/security/alerts')
    const section = page.getByRole('region', { name: 'SMS' })
    await expect(switchOf(page, 'Money in and out', 'SMS')).toHaveCount(0)
    await section.getByRole('button', { name: 'Turn on, ₦6.00 per SMS' }).click()
    const sheet = page.getByRole('dialog', { name: 'Turn on SMS alerts' })
    await sheet.getByLabel('Phone number').fill('0803 123 9876')
    await sheet.getByRole('button', { name: 'Send the code' }).click()
    await expect(sheet.getByText('We have sent a code to 0803 ••• 9876.')).toBeVisible()
    await sheet
      .getByLabel('Code from the SMS')
      .fill(/ code: (\d{3}-?\d{3})\./.exec((await received())[0]?.text ?? '')?.[1] ?? '')
    const turnOn = sheet.getByRole('button', { name: 'Turn on SMS alerts' })
    await expect(turnOn).toBeDisabled()
    await sheet.getByRole('checkbox', { name: smsOnText(naira(6)) }).check()
    await expectAccessible(page, 'SMS alerts, code and consent')
    await turnOn.click()
    await expect(section.getByText(/On, to 0803 ••• 9876, since .* Each costs ₦6\.00\./)).toBeVisible()
    await expect(switchOf(page, 'Money in and out', 'SMS')).toBeChecked()
    await expect(switchOf(page, 'Late payments', 'SMS')).toHaveCount(0)

    await payInFrom(page, ['TUNDE BAKARE'])
    const toldOfMoney = async () => (await received()).filter(({ text }) => text.includes('came in'))
    await expect.poll(toldOfMoney).toHaveLength(1)
    expect((await toldOfMoney())[0]?.text).toMatch(
      /^Money came in\. A bank transfer from T\*\*\* B\*\*\* .* Ref [0-9A-Z]{8}$/,
    )
    await page.goto('/history')
    await expect(page.getByRole('link', { name: /SMS alert/ }).first()).toContainText('₦6.00')
    // Codes cost nothing, and turning SMS alerts on sends no SMS.
    await expect.poll(available).toBe(SANDBOX_GRANT_KOBO + 250_050n - 600n)

    await page.goto('/security/alerts')
    await section.getByRole('button', { name: 'Turn off SMS alerts' }).click()
    const off = page.getByRole('dialog', { name: 'Turn off SMS alerts' })
    await expect(off.getByText(SMS_OFF_TEXT)).toBeVisible()
    await off.getByRole('button', { name: 'Turn off SMS alerts' }).click()
    await expect(section.getByText(/You declined them on/)).toBeVisible()
    await expect(switchOf(page, 'Money in and out', 'SMS')).toHaveCount(0)
  },
)
