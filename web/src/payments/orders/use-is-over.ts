import { useState } from 'react'
import { isRefusal } from '#web/lib/api.ts'
import { useWallet } from '#web/wallet/get-wallet.ts'

/** Whether a payment was refused for want of money, and more has come in since: the refusal is no longer true. */
export function useIsOver(refusal: unknown): boolean {
  const availableKobo = useWallet().data?.availableKobo
  const [then, setThen] = useState({ refusal, availableKobo })
  if (then.refusal !== refusal) setThen({ refusal, availableKobo })
  return isRefusal(refusal, 'funds.insufficient') && BigInt(availableKobo ?? 0) > BigInt(then.availableKobo ?? 0)
}
