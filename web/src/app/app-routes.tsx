import { lazy, Suspense } from 'react'
import { Outlet, Route, Routes } from 'react-router'
import { ErrorBoundary } from './error-boundary.tsx'
import { pages } from './pages.ts'
import { KeepSession, RequireSession } from './require-session.tsx'
import { Waiting } from './waiting.tsx'

const WelcomePage = lazy(() => import('./welcome-page.tsx'))
const RegisterPage = lazy(() => import('../features/accounts/register-page.tsx'))
const SignInPage = lazy(() => import('../features/accounts/sign-in-page.tsx'))
const ForgotPasswordPage = lazy(() => import('../features/factors/forgot-password-page.tsx'))
const ResetPasswordPage = lazy(() => import('../features/factors/reset-password-page.tsx'))
const FreezeLinkPage = lazy(() => import('../features/security/freeze-link-page.tsx'))
const SetupPinPage = lazy(() => import('../features/devices/setup-pin-page.tsx'))
const PinPage = lazy(() => import('../features/devices/pin-page.tsx'))
const DashboardPage = lazy(pages.dashboard)
const FundPage = lazy(pages.fund)
const WithdrawPage = lazy(pages.withdraw)
const ProcessingPage = lazy(pages.processing)
const AirtimePage = lazy(pages.airtime)
const DataPage = lazy(pages.data)
const BillsPage = lazy(pages.bills)
const HistoryPage = lazy(pages.history)
const TransactionPage = lazy(pages.transaction)
const SupportPage = lazy(pages.support)
const ReportPage = lazy(pages.report)
const CasePage = lazy(pages.case)
const FaqPage = lazy(pages.faq)
const PrivacyPage = lazy(pages.privacy)
const PlatformPage = lazy(pages.platform)
const ProfilePage = lazy(pages.profile)
const SecurityPage = lazy(pages.security)
const BuyBpcPage = lazy(pages.buyBpc)
const BpcIssuingPage = lazy(pages.bpcIssuing)
const BpcPaymentPage = lazy(pages.bpcPayment)
const BpcVerifyingPage = lazy(pages.bpcVerifying)
const BpcConfirmationPage = lazy(pages.bpcConfirmation)
const SellPage = lazy(pages.sell)
const SellOnePage = lazy(pages.sellOne)
const SellManyPage = lazy(pages.sellMany)
const ListResultPage = lazy(pages.listResult)
const SalesPage = lazy(pages.sales)
const CustomersPage = lazy(pages.customers)
const SaleReceiptPage = lazy(pages.saleReceipt)
const PublicReceiptPage = lazy(() => import('../features/receipts/public-receipt-page.tsx'))
// Not among the pages that are fetched ahead: customers have no use for it.
const AdminPage = lazy(() => import('../features/admin/admin-page.tsx'))
const NotFoundPage = lazy(() => import('./not-found-page.tsx'))

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Screen />}>
        <Route path="/" element={<WelcomePage />} />
        <Route path="/register" element={<RegisterPage />} />
        <Route path="/signin" element={<SignInPage />} />
        <Route path="/forgot-password" element={<ForgotPasswordPage />} />
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route path="/freeze" element={<FreezeLinkPage />} />
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
      </Route>
    </Routes>
  )
}

/** A crash of one screen leaves the rest of the app alive. */
function Screen() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Waiting />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  )
}
