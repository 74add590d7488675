import { Suspense, useLayoutEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Route, routesOf, Screens } from '#web/lib/routing.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { pages } from './pages.ts'
import { KeepSession, RequireNoSession, RequireSession } from './require-session.tsx'
import { screen } from './screen.tsx'

const WelcomePage = screen(() => import('./welcome-page.tsx'))
const RegisterPage = screen(() => import('#web/identity/accounts/register-page.tsx'))
const SignInPage = screen(() => import('#web/identity/sign-in/sign-in-page.tsx'))
const ForgotPasswordPage = screen(() => import('#web/identity/recovery/forgot-password-page.tsx'))
const ResetPasswordPage = screen(() => import('#web/identity/recovery/reset-password-page.tsx'))
const FreezeLinkPage = screen(() => import('#web/identity/freeze/freeze-link-page.tsx'))
const AlertsOffPage = screen(() => import('#web/alerts/alerts-off-page.tsx'))
const HelpPage = screen(() => import('#web/support/help-page.tsx'))
const SetupPinPage = screen(() => import('#web/identity/pin/setup-pin-page.tsx'))
const PinPage = screen(() => import('#web/identity/pin/pin-page.tsx'))
const DashboardPage = screen(pages.dashboard)
const FundPage = screen(pages.fund)
const WithdrawPage = screen(pages.withdraw)
const ProcessingPage = screen(pages.processing)
const AirtimePage = screen(pages.airtime)
const DataPage = screen(pages.data)
const BillsPage = screen(pages.bills)
const HistoryPage = screen(pages.history)
const TransactionPage = screen(pages.transaction)
const SupportPage = screen(pages.support)
const ReportPage = screen(pages.report)
const CasePage = screen(pages.case)
const FaqPage = screen(pages.faq)
const PrivacyPage = screen(pages.privacy)
const PlatformPage = screen(pages.platform)
const ProfilePage = screen(pages.profile)
const SecurityPage = screen(pages.security)
const AlertsPage = screen(pages.alerts)
const AlertSettingsPage = screen(pages.alertSettings)
const BuyBpcPage = screen(pages.buyBpc)
const BpcIssuingPage = screen(pages.bpcIssuing)
const BpcPaymentPage = screen(pages.bpcPayment)
const BpcVerifyingPage = screen(pages.bpcVerifying)
const BpcConfirmationPage = screen(pages.bpcConfirmation)
const SellPage = screen(pages.sell)
const SellOnePage = screen(pages.sellOne)
const SellManyPage = screen(pages.sellMany)
const ListResultPage = screen(pages.listResult)
const SalesPage = screen(pages.sales)
const CustomersPage = screen(pages.customers)
const SaleReceiptPage = screen(pages.saleReceipt)
const PublicReceiptPage = screen(() => import('#web/activity/receipts/public-receipt-page.tsx'))
// Not prefetched: customers have no use for it.
const AdminPage = screen(() => import('#web/console/admin-page.tsx'))
const NotFoundPage = screen(() => import('./not-found-page.tsx'))

/** Every address of the app, and its screen. */
export const routes = routesOf(
  <Route element={<Screen />}>
    <Route path="/" element={<WelcomePage />} />
    <Route element={<RequireNoSession />}>
      <Route path="/register" element={<RegisterPage />} />
      <Route path="/signin" element={<SignInPage />} />
    </Route>
    <Route path="/forgot-password" element={<ForgotPasswordPage />} />
    <Route path="/reset-password" element={<ResetPasswordPage />} />
    <Route path="/freeze" element={<FreezeLinkPage />} />
    <Route path="/alerts/off" element={<AlertsOffPage />} />
    <Route path="/help" element={<HelpPage />} />
    <Route path="/setup-pin" element={<SetupPinPage />} />
    <Route path="/pin" element={<PinPage />} />
    <Route path="/r/:code" element={<PublicReceiptPage />} />
    <Route element={<RequireSession />}>
      <Route path="/dashboard" element={<DashboardPage />} />
      <Route path="/fund" element={<FundPage />} />
      <Route path="/withdraw" element={<WithdrawPage />} />
      <Route path="/withdraw/processing" element={<ProcessingPage />} />
      <Route path="/airtime" element={<AirtimePage />} />
      <Route path="/airtime/processing" element={<ProcessingPage />} />
      <Route path="/data" element={<DataPage />} />
      <Route path="/data/processing" element={<ProcessingPage />} />
      <Route path="/bills" element={<BillsPage />} />
      <Route path="/bills/processing" element={<ProcessingPage />} />
      <Route path="/history" element={<HistoryPage />} />
      <Route path="/history/:id" element={<TransactionPage />} />
      <Route path="/support" element={<SupportPage />} />
      <Route path="/support/report" element={<ReportPage />} />
      <Route path="/support/cases/:id" element={<CasePage />} />
      <Route path="/platform" element={<PlatformPage />} />
      <Route path="/profile" element={<ProfilePage />} />
      <Route path="/security" element={<SecurityPage />} />
      <Route path="/security/alerts" element={<AlertSettingsPage />} />
      <Route path="/alerts" element={<AlertsPage />} />
      <Route path="/buy-bpc" element={<BuyBpcPage />} />
      <Route path="/buy-bpc/processing" element={<BpcIssuingPage />} />
      <Route path="/buy-bpc/payment" element={<BpcPaymentPage />} />
      <Route path="/buy-bpc/verifying" element={<BpcVerifyingPage />} />
      <Route path="/buy-bpc/confirmation" element={<BpcConfirmationPage />} />
      <Route path="/sell" element={<SellPage />} />
      <Route path="/sell/one" element={<SellOnePage />} />
      <Route path="/sell/many" element={<SellManyPage />} />
      <Route path="/sell/many/:id" element={<ListResultPage />} />
      <Route path="/sell/sales" element={<SalesPage />} />
      <Route path="/sell/customers" element={<CustomersPage />} />
      <Route path="/sell/receipt/:id" element={<SaleReceiptPage />} />
    </Route>
    <Route element={<KeepSession />}>
      <Route path="/faq" element={<FaqPage />} />
      <Route path="/privacy" element={<PrivacyPage />} />
    </Route>
    <Route path="/admin" element={<AdminPage />} />
    <Route path="*" element={<NotFoundPage />} />
  </Route>,
)

export function AppRoutes() {
  return <Screens routes={routes} />
}

/** A crash of one screen leaves the rest of the app alive. Screens after the first one fade in. */
function Screen() {
  const { pathname } = useLocation()
  const [opened] = useState(pathname)
  useLayoutEffect(() => {
    if (pathname !== opened) document.documentElement.dataset.moved = ''
  }, [pathname, opened])
  return (
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  )
}
