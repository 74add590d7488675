import { Copy, Share2 } from 'lucide-react'
import type { FundingAccountAnswer } from '#contract/funding.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { shareText } from '#web/ui/share-text.ts'
import { accountText } from './account-text.ts'

type AccountActionsProps = {
  account: NonNullable<FundingAccountAnswer['account']>
  /** On a patterned card, where Copy is the primary button. */
  onCloth?: boolean
}

/** Buttons that copy the account number, or share it with the bank and the account name. */
export function AccountActions({ account, onCloth = false }: AccountActionsProps) {
  const isSandbox = useInstallation().data?.mode === 'sandbox'
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-2">
      <Button
        tone={onCloth ? 'accent' : 'quiet'}
        aria-label="Copy account number"
        onClick={() => void copyText('Account number', account.accountNumber)}
      >
        <Copy aria-hidden size={18} /> Copy
      </Button>
      <Button
        tone={onCloth ? 'well' : 'quiet'}
        aria-label="Share account number"
        onClick={() => void shareText('Account number', accountText(account, isSandbox))}
      >
        <Share2 aria-hidden size={18} /> Share
      </Button>
    </div>
  )
}
