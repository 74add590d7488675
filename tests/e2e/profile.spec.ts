import { randomBytes } from 'node:crypto'
import { expect, type Page, type Request, test } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/support/accessible.ts'
import { cutNetwork, restoreNetwork } from '#tests/e2e/support/network.ts'
import { openAccount } from '#tests/e2e/support/new-person.ts'
import { askForAccountNumber } from '#tests/e2e/support/pay-in.ts'
import { firstThird, lastThird } from '#tests/e2e/support/thirds.ts'
import { enterPin, joinOnScreens, PIN, register } from '#tests/e2e/support/wallet-page.ts'
import { noise, smallPicture } from '#tests/support/pictures.ts'

type File = { name: string; mimeType: string; buffer: Buffer }
const jpeg = async (): Promise<File> => ({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await smallPicture() })

/** Taps the avatar and chooses a file, as a person does. */
async function choosePicture(page: Page, file: File): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /^(Add|Change) picture$/ }).click()
  await (await chooser).setFiles(file)
}

/** Every request that carried a picture to the server. */
function sentPictures(page: Page): Request[] {
  const sent: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/api/me/image')) sent.push(request)
  })
  return sent
}

const picture = (page: Page) => page.locator('img[src^="data:image/webp"]')
const goodNews = (page: Page) => page.getByText('Your profile image has been updated successfully')

test('a picture is chosen, shown wherever the person is, kept over a lock, and removed', async ({ page }) => {
  await openAccount(page, 'Ṣóyẹmí Ɗanjuma')
  await page.goto('/profile')
  await expect(page.getByText('ṢƊ')).toBeVisible()
  await choosePicture(page, await jpeg())
  await expect(page.getByText('Profile updated')).toBeVisible()
  await expect(goodNews(page)).toBeVisible()
  await expect(picture(page)).toBeVisible()
  expect(await picture(page).evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
    256, 256,
  ])
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
  await expectAccessible(page, 'profile with a picture')

  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').locator('img')).toBeVisible()
  await page.getByRole('button', { name: 'Lock now' }).click()
  await page.getByRole('button', { name: 'Profile' }).click()
  await expect(page.getByRole('dialog').locator('img')).toBeVisible()
  await page.getByRole('button', { name: 'Change picture' }).click()
  await expect(page.getByText('Enter your PIN first, then choose a picture.')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await enterPin(page, PIN)

  await expect(page.getByRole('heading', { name: /^Hi, / })).toBeVisible()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByText('Your picture was removed.')).toBeVisible()
  await expect(page.getByText('ṢƊ')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Add picture' })).toBeVisible()
})

firstThird('a picture can be chosen on the keypad before the first PIN is set', async ({ page }) => {
  await register(page, 'Nkechi Eze')
  await page.getByRole('button', { name: 'Profile' }).click()
  await choosePicture(page, await jpeg())
  await expect(goodNews(page)).toBeVisible()
  await expect(page.getByRole('dialog').locator('img')).toBeVisible()
})

lastThird(
  'a file that is no picture by its type, an empty one and one too large are not even sent',
  async ({ page }) => {
    await openAccount(page, 'Nkechi Eze')
    await page.goto('/profile')
    const sent = sentPictures(page)
    const refusals: [File, string][] = [
      [
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
        'This is not a picture we can use. Choose a JPEG, PNG or WebP picture. Nothing was sent.',
      ],
      [
        { name: 'moving.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
        'This is not a picture we can use. Choose a JPEG, PNG or WebP picture. Nothing was sent.',
      ],
      [
        { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) },
        'This file is empty. Choose a JPEG, PNG or WebP picture. Nothing was sent.',
      ],
      [
        { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: randomBytes(6_000_000) },
        'This picture is larger than 5 MB. Choose a smaller one. Nothing was sent.',
      ],
    ]
    for (const [file, sentence] of refusals) {
      await choosePicture(page, file)
      await expect(page.getByRole('alert')).toContainText(sentence)
      await page.getByRole('button', { name: 'Close message' }).click()
    }
    expect(sent).toEqual([])
    await expect(page.getByRole('button', { name: 'Add picture' })).toBeVisible()
  },
)

firstThird('a page that calls itself a picture is refused by the server, and nothing of it runs', async ({ page }) => {
  await openAccount(page, 'Nkechi Eze')
  await page.goto('/profile')
  const html = Buffer.from('<!doctype html><script>document.title = "broken in"</script>')
  await choosePicture(page, { name: 'me.png', mimeType: 'image/png', buffer: html })
  await expect(page.getByRole('alert')).toContainText('This is not a JPEG, PNG or WebP picture.')
  await expect(page.getByRole('button', { name: 'Add picture' })).toBeEnabled()
  await expect(page).toHaveTitle(/^Profile/)
})

firstThird('a photo of many megabytes is made small on the phone before it is sent', async ({ page }) => {
  await openAccount(page, 'Nkechi Eze')
  await page.goto('/profile')
  const sent = sentPictures(page)
  const buffer = await noise({ width: 2_400, height: 1_800 }, 'jpeg')
  expect(buffer.length).toBeGreaterThan(5 * 1_024 * 1_024)
  await choosePicture(page, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
  await expect(goodNews(page)).toBeVisible()
  const sizes = await Promise.all(sent.map(async (request) => (await request.sizes()).requestBodySize))
  expect(sizes).toHaveLength(1)
  expect(sizes[0]).toBeLessThan(600_000)
})

lastThird('a picture that cannot be sent says so, and can be sent again', async ({ page, context }) => {
  await openAccount(page, 'Nkechi Eze')
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: 'Add picture' })).toBeVisible()
  await cutNetwork(context)
  await choosePicture(page, await jpeg())
  // Parts that had not loaded yet report it as well.
  await expect(page.getByRole('alert').filter({ hasText: 'You are offline, so nothing was sent.' })).toBeVisible()
  await restoreNetwork(context)
  await page.getByRole('button', { name: 'Close message' }).click()
  await choosePicture(page, await jpeg())
  await expect(goodNews(page)).toBeVisible()
})

firstThird('on a shared phone the next person sees nothing of the picture', async ({ page }) => {
  await joinOnScreens(page, 'Ada Obi')
  await page.goto('/profile')
  await choosePicture(page, await jpeg())
  await expect(goodNews(page)).toBeVisible()
  await page.locator('main').getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await joinOnScreens(page, 'Bola Ahmed')
  await page.goto('/profile')
  await expect(page.getByText('BA', { exact: true })).toBeVisible()
  await expect(page.locator('img')).toHaveCount(0)
})

lastThird('the full name is changed, greets at once, and says when it can be changed again', async ({ page }) => {
  await openAccount(page, 'Ada Obi')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change full name' }).click()
  await expectAccessible(page, 'change full name')
  await page.getByRole('textbox', { name: 'Full name' }).fill('Ada 2')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please enter your full name, in letters.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Full name' }).fill('Adaeze Ụzọchukwu')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your name is now Adaeze Ụzọchukwu.')).toBeVisible()
  await page.getByRole('button', { name: 'Change full name' }).click()
  await expect(page.getByRole('dialog')).toContainText(/You can change it again on \d+ \w+ \d{4}/)
  await expectAccessible(page, 'change full name again')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Hi, Adaeze Ụzọchukwu' })).toBeVisible()
})

lastThird('the profile shows the own account number to copy and share, or the way to get one', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAccount(page, 'Ada Obi', { phone: null })
  await page.goto('/profile')
  const card = page.getByRole('region', { name: 'Your account number' })
  await card.getByRole('link', { name: 'Your account number' }).click()
  await askForAccountNumber(page)
  await page.goto('/profile')
  const number = (await card.getByText(/^\d{4} \d{4} \d{2}$/).innerText()).replaceAll(' ', '')
  await card.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(number)
  await page.evaluate(`navigator.share = async (data) => { window.shared = data.text }`)
  await card.getByRole('button', { name: 'Share' }).click()
  const shared = await page.evaluate<string>('window.shared')
  expect(shared).toContain(number)
  expect(shared).toContain('practice money, no real value')
  // In-app browsers offer a share menu and refuse to open it.
  await page.evaluate(`navigator.share = () => { throw new DOMException('refused', 'NotAllowedError') }`)
  await card.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Account number copied to clipboard!')).toBeVisible()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(shared)
  await expectAccessible(page, 'profile with an account number')
})
