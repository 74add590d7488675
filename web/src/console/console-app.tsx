import { lazy } from 'react'
import { CustomerScreen } from '#web/console/customers/customer-screen.tsx'
import { SearchScreen } from '#web/console/customers/search-screen.tsx'
import { Outlet, Route, routesOf, Screens } from '#web/lib/routing.tsx'
import { AuditScreen } from './audit-screen.tsx'
import { EnrolScreen } from './enrol-screen.tsx'
import { Frame } from './frame.tsx'
import { SignInScreen } from './sign-in-screen.tsx'

const TodayScreen = lazy(() => import('./today/today-screen.tsx'))
const CasesScreen = lazy(() => import('./cases/cases-screen.tsx'))
const OperatorsScreen = lazy(() => import('./operators-screen.tsx'))
const AccessScreen = lazy(() => import('./access/access-screen.tsx'))
const AccountsScreen = lazy(() => import('./accounts/accounts-screen.tsx'))
const ProposalsScreen = lazy(() => import('./proposals/proposals-screen.tsx'))
const PausesScreen = lazy(() => import('./pauses/pauses-screen.tsx'))
const OrderScreen = lazy(() => import('./orders/order-screen.tsx'))
const DepositScreen = lazy(() => import('./orders/deposit-screen.tsx'))
const SettingsScreen = lazy(() => import('./settings/settings-screen.tsx'))
const ReportsScreen = lazy(() => import('./reports/reports-screen.tsx'))
const ReconciliationScreen = lazy(() => import('./reconciliation/reconciliation-screen.tsx'))

/** The addresses of the console: CONSOLE_PATHS of contract/console/limits.ts, for which the server sends this page. */
const routes = routesOf(
  <Route element={<Outlet />}>
    <Route path="/admin/sign-in" element={<SignInScreen />} />
    <Route path="/admin/enrol" element={<EnrolScreen />} />
    <Route element={<Frame />}>
      <Route path="/admin/today" element={<TodayScreen />} />
      <Route path="/admin/cases" element={<CasesScreen />} />
      <Route path="/admin/accounts" element={<AccountsScreen />} />
      <Route path="/admin/proposals" element={<ProposalsScreen />} />
      <Route path="/admin/pauses" element={<PausesScreen />} />
      <Route path="/admin/reconciliation" element={<ReconciliationScreen />} />
      <Route path="/admin/settings" element={<SettingsScreen />} />
      <Route path="/admin/reports" element={<ReportsScreen />} />
      <Route path="/admin/audit" element={<AuditScreen />} />
      <Route path="/admin/search" element={<SearchScreen />} />
      <Route path="/admin/customers/:id" element={<CustomerScreen />} />
      <Route path="/admin/orders/:id" element={<OrderScreen />} />
      <Route path="/admin/deposits/:id" element={<DepositScreen />} />
      <Route path="/admin/access" element={<AccessScreen />} />
      <Route path="/admin/operators" element={<OperatorsScreen />} />
    </Route>
  </Route>,
)

export function ConsoleApp() {
  return <Screens routes={routes} />
}
