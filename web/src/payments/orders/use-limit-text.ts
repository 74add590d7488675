import type { BillKind } from '#contract/kinds/kinds.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { useIsFrame } from '#web/ui/frame.ts'
import { useHoldsBpc, useWallet } from '#web/wallet/get-wallet.ts'
import { useIsBalanceHidden } from '#web/wallet/hidden-amounts.ts'
import { type Costs, limitText } from './limit-text.ts'

type Bounds = { readonly minKobo: bigint; readonly maxKobo: bigint; readonly bpcCode: string }

/** The hint under the amount of a bill. It changes with the wallet. */
export function useBillLimit(kind: BillKind, bounds: Bounds): string {
  const discounts = useInstallation().data?.prices.discounts[kind]
  const isDiscounted = discounts === undefined || discounts.standard > 0 || discounts.bpc > 0
  return useLimitText(bounds, isDiscounted ? 'discount' : 'none')
}

/** The same for a transfer. Only the server knows how a typed code changes the fee. */
export function useTransferLimit(bounds: Bounds): string {
  const fees = useInstallation().data?.prices.transferFees
  const list = useHoldsBpc() ? 'bpc' : 'standard'
  return useLimitText(bounds, { fees: fees === undefined || bounds.bpcCode.trim() !== '' ? null : fees[list] })
}

function useLimitText({ minKobo, maxKobo }: Bounds, costs: Costs): string {
  const { data: wallet, isOld } = useWallet()
  const isBalanceHidden = useIsBalanceHidden()
  // Reserves its line while nothing is known.
  if (useIsFrame()) return '\u00a0'
  return limitText({ wallet: isOld ? undefined : wallet, isBalanceHidden, minKobo, maxKobo, costs })
}
