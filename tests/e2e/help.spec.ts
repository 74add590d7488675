import { expect, type Page, test } from '@playwright/test'
import { expectAccessibleInEveryTheme } from '#tests/e2e/support/accessible.ts'
import { brokenRules } from '#tests/e2e/support/broken-rules.ts'
import { emailTo, mailedCode } from '#tests/e2e/support/emails.ts'
import { newEmail } from '#tests/e2e/support/new-person.ts'
import { type OwnProduct, startOwnProduct } from '#tests/e2e/support/own-product.ts'
import { firstThird, secondThird } from '#tests/e2e/support/thirds.ts'
import { untilTaken } from '#tests/e2e/support/until-taken.ts'

const CODE = 'your code for support'

type Proof = { email: string; world?: OwnProduct['sandbox']; codeBefore?: string }

/** Requests a code once the wait after the previous one is over, and enters it. Returns it. */
async function prove(page: Page, { email, world, codeBefore }: Proof): Promise<string> {
  await page.getByLabel('Your email').fill(email)
  await untilTaken(page, '/api/visitors/codes', () => page.getByRole('button', { name: 'Send me a code' }).click())
  await expect(page.getByText(`We sent an email to ${email}`)).toBeVisible()
  const newest = () => mailedCode(email, CODE, world)
  await expect.poll(newest).not.toBe(codeBefore)
  const code = await newest()
  await page.getByLabel('Code from the email').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Write to support' })).toBeVisible()
  return code
}

async function write(page: Page, text: string): Promise<string> {
  await page.getByLabel('What is it about?').selectOption('Signing in, PIN or device')
  await page.getByLabel('What happened?').fill(text)
  await page.getByRole('button', { name: 'Send report' }).click()
  return await page.getByText(/^JR-\w{4}-\w{4}$/).innerText()
}

test('somebody who is not signed in writes to support, gets a number, and reads the answer with another code', async ({
  browser,
}) => {
  const product = await startOwnProduct({})
  const context = await browser.newContext({ baseURL: product.url })
  try {
    const page = await context.newPage()
    const email = newEmail()
    await page.goto('/help')
    const world = product.sandbox
    const codeBefore = await prove(page, { email, world })
    const number = await write(page, 'My phone was stolen and I cannot sign in.')
    await expect(page.getByText('We will alert you when we answer.')).toBeVisible()
    expect(page.url()).toBe(`${product.url}/help`)
    await page.getByLabel('Write back').fill('It was on Friday.')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const conversation = page.getByRole('region', { name: 'Conversation' })
    await expect(conversation.getByRole('listitem')).toHaveCount(2)

    await page.getByRole('button', { name: 'I am done' }).click()
    await expect(page.getByLabel('Your email')).toHaveValue('')
    await product.cases('take', number)
    await product.cases('answer', number, 'Use Forgot password, then choose a new PIN.')
    expect((await emailTo(email, `an answer to ${number}`, product.sandbox)).text).toContain('/help')

    await page.reload()
    await prove(page, { email, world, codeBefore })
    await page.getByRole('button', { name: new RegExp(number) }).click()
    await expect(conversation).toContainText('Use Forgot password, then choose a new PIN.')
  } finally {
    await context.close()
    await product.close()
  }
})

firstThird(
  'a wrong code is said at its field, and a pass that has ended asks for a new one and keeps what was typed',
  async ({ page }) => {
    await page.goto('/help')
    const email = newEmail()
    await page.getByLabel('Your email').fill(email)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    const code = await mailedCode(email, CODE)
    await page.getByLabel('Code from the email').fill(code === '000000' ? '000001' : '000000')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText(/^This code is wrong or has expired/)).toBeVisible()
    await page.getByLabel('Code from the email').fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('What is it about?').selectOption('Something else')
    await page.getByLabel('What happened?').fill('Where is my money?')
    const over = { code: 'visitor.pass-ended', message: 'Your time on this page is over.', retry: false, id: 'test' }
    await page.route('**/api/visitors/cases', (route) => route.fulfill({ status: 401, json: { error: over } }))
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText('your text is still here')).toBeVisible()
    await page.unroute('**/api/visitors/cases')
    await prove(page, { email, codeBefore: code })
    await expect(page.getByLabel('What happened?')).toHaveValue('Where is my money?')
    await page.getByRole('button', { name: 'Send report' }).click()
    await expect(page.getByText(/^JR-\w{4}-\w{4}$/)).toBeVisible()
  },
)

secondThird(
  'help without signing in leads there: from the sign-in, a forgotten password and the FAQ',
  async ({ page }) => {
    // Registration links to the community chat; a sandbox has an example of one.
    await page.goto('/register')
    await expect(page.getByRole('link', { name: 'You Need Help?' })).toHaveAttribute(
      'href',
      /\/examples\/community-chat$/,
    )
    for (const path of ['/signin', '/faq#contact']) {
      await page.goto(path)
      await page.getByRole('link', { name: /You need help\?|Write to support/ }).click()
      await expect(page.getByRole('heading', { name: 'Help', exact: true })).toBeVisible()
    }
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(newEmail())
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('link', { name: 'You need help?' })).toHaveAttribute('href', '/help')
  },
)

secondThird('help at 320 px is accessible in every theme and obeys the content security policy', async ({ page }) => {
  const broken = brokenRules(page)
  await page.setViewportSize({ width: 320, height: 740 })
  await page.goto('/help')
  await expectAccessibleInEveryTheme(page, 'help')
  const email = `${'verylongmailboxname'.repeat(2)}.${newEmail()}`
  await page.getByLabel('Your email').fill(email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByLabel('Code from the email')).toBeVisible()
  await expectAccessibleInEveryTheme(page, 'help, the code')
  await page.getByLabel('Code from the email').fill(await mailedCode(email, CODE))
  await page.getByRole('button', { name: 'Continue' }).click()
  await write(page, 'averylongwordthatdoesnotbreakanywhereatallandgoesonandonandon')
  await expectAccessibleInEveryTheme(page, 'help, a report')
  await page.getByRole('button', { name: 'All your reports' }).click()
  await expectAccessibleInEveryTheme(page, 'help, all reports')
  expect(broken).toEqual([])
})
