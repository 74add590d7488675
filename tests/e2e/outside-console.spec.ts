import { expect, test } from '@playwright/test'
import { CONSOLE_PATHS } from '#contract/console/limits.ts'
import { HELD } from '#tests/e2e/support/accessible.ts'
import { brokenRules } from '#tests/e2e/support/broken-rules.ts'
import { button, signIn, WIDE } from '#tests/e2e/support/console-pages.ts'
import { type ConsoleProduct, startConsole } from '#tests/e2e/support/console-product.ts'
import { makeOld } from '#tests/e2e/support/old-browser.ts'
import { expectTranslated, translatePages } from '#tests/e2e/support/translator.ts'
import { enrolFirst, openFirstLink } from '#tests/e2e/support/two-operators.ts'
import { addAuthenticator } from '#tests/e2e/support/virtual-authenticator.ts'

let product: ConsoleProduct
test.beforeAll(async ({ browser }) => {
  product = await startConsole(browser)
})
test.afterAll(async () => await product.close())

test('an operator enrols, signs in and opens every screen in an old browser that translates them', async () => {
  // Changing a page's styles breaks its own content policy.
  const page = await product.open({ viewport: WIDE, bypassCSP: true })
  const broken = brokenRules(page, { allowing: /status of 401/ })
  await addAuthenticator(page)
  await makeOld(page.context())
  await translatePages(page)
  await openFirstLink(page, product)
  await enrolFirst(page)
  await signIn(page)
  for (const address of CONSOLE_PATHS) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByText('Loading')).toHaveCount(0)
    await expectTranslated(page)
    expect([address, await page.evaluate(HELD)]).toEqual([address, []])
  }
  await page.goto('/admin/today')
  await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
  await expect(button(page, 'Sign in with a passkey')).toBeVisible()
  expect(broken).toEqual([])
})
