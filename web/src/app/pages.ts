import { logOutButton } from '#web/identity/sign-in/fetch-log-out-button.ts'
import { savesData } from '#web/lib/saves-data.ts'
import { idle } from '#web/lib/when-idle.ts'

/** The screens behind the sign-in, each its own file. */
export const pages = {
  dashboard: () => import('#web/home/dashboard-page.tsx'),
  fund: () => import('#web/deposits/fund-page.tsx'),
  withdraw: () => import('#web/payments/kinds/withdrawal/withdraw-page.tsx'),
  processing: () => import('#web/payments/orders/processing-page.tsx'),
  airtime: () => import('#web/payments/kinds/airtime/airtime-page.tsx'),
  data: () => import('#web/payments/kinds/data/data-page.tsx'),
  bills: () => import('#web/payments/bills/bills-page.tsx'),
  history: () => import('#web/activity/history/history-page.tsx'),
  transaction: () => import('#web/activity/history/transaction-page.tsx'),
  support: () => import('#web/support/support-page.tsx'),
  report: () => import('#web/support/report-page.tsx'),
  case: () => import('#web/support/case-page.tsx'),
  faq: () => import('#web/public/faq/faq-page.tsx'),
  privacy: () => import('#web/privacy/privacy-page.tsx'),
  platform: () => import('#web/support/platform-page.tsx'),
  profile: () => import('#web/home/profile-page.tsx'),
  alerts: () => import('#web/alerts/alerts-page.tsx'),
  alertSettings: () => import('#web/alerts/settings-page.tsx'),
  security: () => import('#web/identity/security/security-page.tsx'),
  buyBpc: () => import('#web/payments/bpc/buy-bpc-page.tsx'),
  bpcIssuing: () => import('#web/payments/bpc/issuing-page.tsx'),
  bpcPayment: () => import('#web/payments/bpc/payment-page.tsx'),
  bpcVerifying: () => import('#web/payments/bpc/verifying-page.tsx'),
  sell: () => import('#web/selling/sell-page.tsx'),
  sellOne: () => import('#web/selling/sell-one-page.tsx'),
  sellMany: () => import('#web/selling/sell-many-page.tsx'),
  listResult: () => import('#web/selling/list-result-page.tsx'),
  sales: () => import('#web/selling/sales-page.tsx'),
  customers: () => import('#web/selling/customers-page.tsx'),
  saleReceipt: () => import('#web/selling/receipt-page.tsx'),
  bpcConfirmation: () => import('#web/payments/bpc/confirmation-page.tsx'),
}

/**
 * Fetches the screens a person may open next, so that they still open once the connection is lost. One at a time, so
 * the phone can answer taps in between.
 */
export async function fetchPages(): Promise<void> {
  if (savesData()) return
  for (const fetchOne of [logOutButton.fetch, ...Object.values(pages)]) {
    await idle()
    // One that fails now is fetched when it is opened.
    await fetchOne().catch(() => undefined)
  }
}
