import type { Page } from '@playwright/test'
import type { FundingAccountAnswer } from '#contract/funding.ts'
import { button, heading, signIn } from '#tests/e2e/support/console-pages.ts'
import { type OwnProduct, startOwnProduct } from '#tests/e2e/support/own-product.ts'
import { approveDelivered, askForAirtime } from '#tests/e2e/support/purchase.ts'
import { confirm, enrolFirst, enrolSecond, openFirstLink } from '#tests/e2e/support/two-operators.ts'
import { addAuthenticator } from '#tests/e2e/support/virtual-authenticator.ts'
import { join } from '#tests/e2e/support/wallet-page.ts'

const RUN = '0'.repeat(35)

/** A suspension of payments, a reconciliation run, and a difference of ₦500 with a provider. */
const A_BAD_MORNING = `
  insert into payment_suspensions (id, reason, detail, stopped_at)
    values ('stp_picture', 'books', 'an entry did not add up', now());
  insert into provider_opening_balances (provider, own_kobo, set_at) values ('paystack', 100000, now())
    on conflict (provider) do update set own_kobo = 100000;
  insert into reconciliation_exceptions
    (provider, kind, reference, number, detail, difference_kobo, found_at, seen_at)
    values ('paystack', 'balance-differs', 'paystack', 7, 'holds ₦500.00 more than we know of', 50000, now(), now());
  insert into reconciliation_runs (id, window_from, window_to, began_at, ended_at, lines, matched, pending, exceptions,
      fresh, gaps, reached, not_ours, set_aside)
    values ('rec_${RUN}', now(), now(), now(), now(), 42, 40, 1, 1, 1, '{}', '{paystack}', 0, '{}');
  insert into reconciliation_run_differences (run_id, number, detail, ledger_kobo, provider_kobo, difference_kobo)
    values ('rec_${RUN}', 7, 'holds ₦500.00 more than we know of', 100000, 150000, 50000)`

type Walk = {
  /** A page in a browser of its own, at an installation's address. */
  readonly open: (url: string) => Promise<Page>
  /** Takes a picture of each size. */
  readonly take: (page: Page, name: string) => Promise<void>
}

/** Every screen of the operator console, in an installation of its own with two operators and one customer. */
export async function walkConsole({ open, take }: Walk): Promise<void> {
  const product = await startOwnProduct({ LINK_CHECK: 'off' })
  try {
    const number = await reportAsCustomer(await open(product.url), product)
    await product.sql(A_BAD_MORNING)
    const [ada, bayo] = [await open(product.url), await open(product.url)]
    await takeFirst(ada, product, take)
    await addSecond(bayo, product, ada)
    await takeMoney(ada, bayo, take)
    await takeCase(ada, number, take)
    await takeCustomer(ada, take)
    await takePayments(ada, take)
    await takeNotice(ada, bayo, take)
    for (const [path, name, title] of OTHERS) {
      await ada.goto(path)
      await heading(ada, title).waitFor()
      await take(ada, name)
    }
    await takeNewOperator(ada, take)
  } finally {
    await product.close()
  }
}

const OTHERS = [
  ['/admin/pauses', 'console-pauses', 'Pauses'],
  ['/admin/settings', 'console-settings', 'Settings'],
  ['/admin/accounts', 'console-accounts', 'Account recoveries'],
  ['/admin/reports', 'console-reports', 'Reports'],
  ['/admin/operators', 'console-operators', 'Operators'],
  ['/admin/access', 'console-access', 'Your access'],
  ['/admin/audit', 'console-audit', 'Audit'],
] as const

/** Joins, buys something, receives money, reports a problem, and returns the report's tracking number. */
async function reportAsCustomer(page: Page, product: OwnProduct): Promise<string> {
  await join(page, 'Adaeze Ụzọchukwu')
  await askForAirtime(page, { phone: '08031234560', amount: '500' })
  await approveDelivered(page)
  await payIn(page, product)
  await page.goto('/support/report')
  await page.getByLabel('What is it about?').selectOption('Something else')
  await page.getByLabel('What happened?').fill('My code never came.')
  await button(page, 'Send report').click()
  return await page.getByText(/^JR-\w{4}-\w{4}$/).innerText()
}

async function payIn(page: Page, { sandbox }: OwnProduct): Promise<void> {
  await page.goto('/fund')
  await button(page, 'Copy account number').waitFor()
  const { account } = (await (await page.request.get('/api/funding-account')).json()) as FundingAccountAnswer
  await sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '250050' })
  await page.goto('/history')
  await page.getByText('₦2,500.50').first().waitFor()
}

async function takeFirst(page: Page, product: OwnProduct, take: Walk['take']): Promise<void> {
  await addAuthenticator(page)
  await openFirstLink(page, product)
  await page.getByLabel('Your name').waitFor()
  await take(page, 'console-enrol')
  await enrolFirst(page)
  await page.goto('/admin/sign-in')
  await button(page, 'Sign in with a passkey').waitFor()
  await take(page, 'console-sign-in')
  await signIn(page)
}

async function addSecond(page: Page, product: OwnProduct, confirmer: Page): Promise<void> {
  await addAuthenticator(page)
  await enrolSecond(page, product)
  await confirmer.goto('/admin/proposals')
  await confirm(confirmer, 'Let Bayo Ade')
  await signIn(page)
}

/** Proposes an operator, who chooses their own passphrase. */
async function takeNewOperator(page: Page, take: Walk['take']): Promise<void> {
  await page.goto('/admin/operators')
  await button(page, 'Propose an operator').click()
  await page.getByLabel('Name of the new operator').fill('Chidi Eze')
  await page.getByLabel('Role', { exact: true }).selectOption('Support')
  await take(page, 'console-new-operator')
}

/** One operator proposes to close a difference; the other reviews what that changes. */
async function takeMoney(maker: Page, checker: Page, take: Walk['take']): Promise<void> {
  await maker.goto('/admin/today')
  await maker.getByText(/Difference 7 at Paystack/).waitFor()
  await heading(maker, 'Floats').waitFor()
  await take(maker, 'console-today')
  await maker.goto('/admin/reconciliation')
  await button(maker, 'Propose to close difference 7').waitFor()
  await take(maker, 'console-reconciliation')
  await maker.goto(`/admin/reconciliation?run=rec_${RUN}`)
  await heading(maker, 'What differed then').waitFor()
  await take(maker, 'console-reconciliation-run')
  await maker.goto('/admin/reconciliation')
  await button(maker, 'Propose to close difference 7').click()
  await maker.getByLabel('What proves it').fill('The provider’s statement of the day.')
  await button(maker, 'Review').click()
  await button(maker, 'Sign with your passkey').click()
  await maker.getByText('Your request is stored.').waitFor()
  await checker.goto('/admin/proposals')
  await button(checker, 'Review and confirm').waitFor()
  await take(checker, 'console-proposals')
  await button(checker, 'Review and confirm').click()
  await button(checker, 'Sign with your passkey').waitFor()
  await take(checker, 'console-proposal-confirm')
}

async function takeCase(page: Page, number: string, take: Walk['take']): Promise<void> {
  await page.goto('/admin/cases')
  await page.getByRole('link', { name: number }).waitFor()
  await take(page, 'console-cases')
  await page.getByRole('link', { name: number }).click()
  await button(page, 'Take this case').click()
  await page.getByLabel('Answer').waitFor()
  await take(page, 'console-case')
}

/** A customer found by the beginning of a name: masked, then opened with a reason. */
async function takeCustomer(page: Page, take: Walk['take']): Promise<void> {
  await page.goto('/admin/search')
  await page.getByRole('searchbox').fill('adaeze')
  await page.keyboard.press('Enter')
  const found = page.getByRole('link', { name: 'A. Ụ.' })
  await found.waitFor()
  await take(page, 'console-search')
  await found.click()
  await button(page, 'Show personal data').waitFor()
  await take(page, 'console-customer')
  await button(page, 'Show personal data').click()
  await page.getByLabel('Case number, or why').waitFor()
  await take(page, 'console-reason')
}

/** The customer's order and deposit, opened from their screen. */
async function takePayments(page: Page, take: Walk['take']): Promise<void> {
  const known = page.getByRole('heading', { name: 'Known', exact: true })
  for (const [link, name] of [
    [/Airtime/, 'console-order'],
    ['₦2,500.50', 'console-deposit'],
  ] as const) {
    await page.goto('/admin/search')
    await page.getByRole('searchbox').fill('adaeze')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'A. Ụ.' }).click()
    await page.getByRole('link', { name: link }).first().click()
    await known.waitFor()
    await take(page, name)
  }
}

/** One operator proposes a bank notice; the other confirms the text for customers. */
async function takeNotice(maker: Page, checker: Page, take: Walk['take']): Promise<void> {
  await maker.goto('/admin/settings')
  await button(maker, 'Put up a notice').click()
  await button(maker, 'Kuda Bank').click()
  await maker.getByLabel('What customers read').waitFor()
  await take(maker, 'console-notice')
  await button(maker, 'Review').click()
  await button(maker, 'Sign with your passkey').click()
  await maker.getByText('Your request is stored.').waitFor()
  await checker.goto('/admin/proposals')
  await checker.getByRole('listitem').filter({ hasText: 'Kuda Bank' }).getByRole('button').click()
  await button(checker, 'Sign with your passkey').waitFor()
  await take(checker, 'console-notice-confirm')
  await button(checker, 'Sign with your passkey').click()
  await checker.getByText(/^Confirmed: Put up a notice/).waitFor()
}
