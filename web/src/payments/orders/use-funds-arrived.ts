import { useState } from 'react'
import { isRefusal } from '#web/lib/api.ts'
import { useWallet } from '#web/wallet/get-wallet.ts'

/** Whether a payment was refused for lack of money, and more has come in since: then the refusal no longer holds. */
export function useFundsArrived(refusal: unknown): boolean {
  const now = useWallet().data?.availableKobo
  const [then, setThen] = useState({ refusal, now })
  if (then.refusal !== refusal) setThen({ refusal, now })
  return isRefusal(refusal, 'funds.insufficient') && BigInt(now ?? 0) > BigInt(then.now ?? now ?? 0)
}
