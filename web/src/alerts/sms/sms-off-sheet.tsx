import { useReauthentication } from '#web/identity/security/use-reauthentication.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useDeclineSms } from './get-sms.ts'

type SmsOffSheetProps = { offText: string; isOn: boolean; onClose: () => void }

/** Declining is in writing: the text on the screen is recorded. */
export default function SmsOffSheet({ offText, isOn, onClose }: SmsOffSheetProps) {
  const fresh = useReauthentication()
  const decline = useDeclineSms()

  function send() {
    decline.mutate(undefined, {
      onSuccess: () => {
        showToast(isOn ? 'SMS alerts are off' : 'You have declined SMS alerts', { tone: 'good' })
        onClose()
      },
      onError: (error) => {
        if (fresh.askedAgain(error, 'to change SMS alerts', send)) decline.reset()
      },
    })
  }

  return (
    <>
      <Sheet title={isOn ? 'Turn off SMS alerts' : 'Decline SMS alerts'} onClose={onClose} busy={decline.isPending}>
        <div className="flex flex-col gap-4 pt-1">
          <p className="text-ink-2">You declare the following, and we keep it:</p>
          <blockquote className="rounded-control border border-line bg-surface px-3 py-3">{offText}</blockquote>
          <ErrorNotice error={decline.error} />
          <Button wide busy={decline.isPending && 'Saving…'} onClick={send}>
            {isOn ? 'Turn off SMS alerts' : 'Decline SMS alerts'}
          </Button>
        </div>
      </Sheet>
      {fresh.sheet}
    </>
  )
}
