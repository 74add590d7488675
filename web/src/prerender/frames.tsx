import type { ReactNode } from 'react'
import HistoryPage from '#web/activity/history/history-page.tsx'
import DashboardPage from '#web/home/dashboard-page.tsx'
import { UnlockScreen } from '#web/identity/pin/unlock-screen.tsx'
import AirtimePage from '#web/payments/kinds/airtime/airtime-page.tsx'
import WithdrawPage from '#web/payments/kinds/withdrawal/withdraw-page.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { FrameProvider } from '#web/ui/frame.ts'
import { SignedInScreens } from '#web/ui/log-out-slot.tsx'

const FRAMES: Readonly<Record<string, () => ReactNode>> = {
  '/pin': () => (
    <UnlockScreen
      subtitle="Enter your PIN to unlock your wallet"
      onEntered={never}
      disabled
      fingerprint={NO_FINGERPRINT}
    />
  ),
  '/dashboard': () => <Wallet page={<DashboardPage />} />,
  '/withdraw': () => <Wallet page={<WithdrawPage />} />,
  '/airtime': () => <Wallet page={<AirtimePage />} />,
  '/history': () => <Wallet page={<HistoryPage />} />,
}

/**
 * The frame of a screen, drawn by its own components without any personal data: header, labels and fields, never a
 * figure, a name or a status. Null for a screen without a frame. Nothing in it can be pressed or filled in: the app
 * puts the screen itself in its place.
 */
export function frameOf(path: string): ReactNode {
  const frame = FRAMES[path]
  if (frame === undefined) return null
  return (
    <div inert aria-busy className="contents">
      <FrameProvider value>{frame()}</FrameProvider>
    </div>
  )
}

/** A screen of an open wallet. The room of its log-out button is reserved. */
function Wallet({ page }: { page: ReactNode }) {
  return (
    <SignedInScreens value={NO_BUTTON}>
      <BottomBar atSide />
      {page}
    </SignedInScreens>
  )
}

/** The server runs no effect and no event handler. */
const never = () => new Promise<never>(() => undefined)
const NO_BUTTON = { fetched: () => null, fetch: never }
const NO_FINGERPRINT = { disabled: true, onPress: () => undefined }
