import { savesData } from '../lib/saves-data.ts'
import { fetchWayOut } from './way-out.tsx'

/** The screens behind the sign-in, each its own file. */
export const pages = {
  dashboard: () => import('../features/wallet/dashboard-page.tsx'),
  fund: () => import('../features/funding/fund-page.tsx'),
  withdraw: () => import('../features/orders/withdraw-page.tsx'),
  processing: () => import('../features/orders/processing-page.tsx'),
  airtime: () => import('../features/purchases/airtime-page.tsx'),
  data: () => import('../features/purchases/data-page.tsx'),
  bills: () => import('../features/purchases/bills-page.tsx'),
  history: () => import('../features/history/history-page.tsx'),
  transaction: () => import('../features/history/transaction-page.tsx'),
  support: () => import('../features/support/support-page.tsx'),
  report: () => import('../features/support/report-page.tsx'),
  case: () => import('../features/support/case-page.tsx'),
  faq: () => import('../features/faq/faq-page.tsx'),
  privacy: () => import('../features/privacy/privacy-page.tsx'),
  platform: () => import('../features/support/platform-page.tsx'),
  profile: () => import('../features/accounts/profile-page.tsx'),
  security: () => import('../features/security/security-page.tsx'),
  buyBpc: () => import('../features/bpc/buy-bpc-page.tsx'),
  bpcIssuing: () => import('../features/bpc/issuing-page.tsx'),
  bpcPayment: () => import('../features/bpc/payment-page.tsx'),
  bpcVerifying: () => import('../features/bpc/verifying-page.tsx'),
  sell: () => import('../features/selling/sell-page.tsx'),
  sellOne: () => import('../features/selling/sell-one-page.tsx'),
  sellMany: () => import('../features/selling/sell-many-page.tsx'),
  listResult: () => import('../features/selling/list-result-page.tsx'),
  sales: () => import('../features/selling/sales-page.tsx'),
  customers: () => import('../features/selling/customers-page.tsx'),
  saleReceipt: () => import('../features/selling/receipt-page.tsx'),
  bpcConfirmation: () => import('../features/bpc/confirmation-page.tsx'),
}

/** Fetches the screens a person may open next, so that a lost connection does not also lose the way to them. */
export function fetchPages(): void {
  if (savesData()) return
  // One that fails now is fetched when it is opened.
  for (const fetchOne of [fetchWayOut, ...Object.values(pages)]) void fetchOne().catch(() => undefined)
}
