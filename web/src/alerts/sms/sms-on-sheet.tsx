import { type FormEvent, useState } from 'react'
import { TYPED_NUMBER_MAX_LENGTH } from '#contract/typed.ts'
import { useReauthentication } from '#web/identity/security/use-reauthentication.tsx'
import { ApiError } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field } from '#web/ui/field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useConfirmSms, useSendSmsCode } from './get-sms.ts'

const PURPOSE = 'to change SMS alerts'

/** First the number, then the code that was sent to it and the text to agree to. Opened after a fresh sign-in. */
export default function SmsOnSheet({ onText, onClose }: { onText: string; onClose: () => void }) {
  const fresh = useReauthentication()
  const [phone, setPhone] = useState('')
  const ask = useSendSmsCode()
  const confirm = useConfirmSms()

  function askForCode() {
    confirm.reset()
    ask.mutate(phone, {
      onError: (error) => {
        if (fresh.askedAgain(error, PURPOSE, askForCode)) ask.reset()
      },
    })
  }

  function turnOn(code: string) {
    confirm.mutate(
      { phone, code, agreed: onText },
      {
        onSuccess: (sms) => {
          showToast('SMS alerts are on', { tone: 'good', text: `They go to ${sms.phone}.` })
          onClose()
        },
        onError: (error) => {
          if (fresh.askedAgain(error, PURPOSE, () => turnOn(code))) confirm.reset()
        },
      },
    )
  }

  return (
    <>
      <Sheet title="Turn on SMS alerts" onClose={onClose} busy={ask.isPending || confirm.isPending}>
        {ask.data === undefined ? (
          <PhoneForm phone={phone} onPhone={setPhone} busy={ask.isPending} error={ask.error} onSend={askForCode} />
        ) : (
          <CodeForm
            said={
              ask.data.outcome === 'accepted'
                ? `We have sent a code to ${ask.data.phone}.`
                : `We do not know yet whether a code went to ${ask.data.phone}. It may arrive.`
            }
            onText={onText}
            busy={confirm.isPending}
            error={confirm.error}
            onCode={turnOn}
            onBack={ask.reset}
          />
        )}
      </Sheet>
      {fresh.sheet}
    </>
  )
}

type PhoneFormProps = {
  phone: string
  onPhone: (phone: string) => void
  busy: boolean
  error: unknown
  onSend: () => void
}

function PhoneForm({ phone, onPhone, busy, error, onSend }: PhoneFormProps) {
  const problem = fieldOf(error, 'phone')
  function submit(event: FormEvent) {
    event.preventDefault()
    onSend()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
      <Field
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={TYPED_NUMBER_MAX_LENGTH}
        value={phone}
        error={problem}
        hint="We send a code to it, which costs you nothing. Nothing changes until you enter it."
        onChange={(event) => onPhone(event.target.value)}
      />
      {problem === undefined ? <ErrorNotice error={error} /> : null}
      <Button type="submit" wide busy={busy && 'Sending…'} disabled={phone.trim() === ''}>
        Send the code
      </Button>
    </form>
  )
}

type CodeFormProps = {
  /** What is known about the code's delivery. */
  said: string
  onText: string
  busy: boolean
  error: unknown
  onCode: (code: string) => void
  onBack: () => void
}

function CodeForm({ said, onText, busy, error, onCode, onBack }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [agrees, setAgrees] = useState(false)
  const problem = fieldOf(error, 'code')
  function submit(event: FormEvent) {
    event.preventDefault()
    onCode(code)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 pt-1">
      <p role="status" className="text-ink-2">
        {said}
      </p>
      <Field
        label="Code from the SMS"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={TYPED_NUMBER_MAX_LENGTH}
        value={code}
        error={problem}
        onChange={(event) => setCode(event.target.value)}
      />
      <label className="flex cursor-pointer items-start gap-3 rounded-control border border-line bg-surface px-3 py-3">
        <input
          type="checkbox"
          checked={agrees}
          onChange={(event) => setAgrees(event.target.checked)}
          className="mt-0.5 size-5 shrink-0 accent-brand"
        />
        <span className="min-w-0">{onText}</span>
      </label>
      {problem === undefined ? <ErrorNotice error={error} /> : null}
      <Button type="submit" wide busy={busy && 'Turning on…'} disabled={code.trim() === '' || !agrees}>
        Turn on SMS alerts
      </Button>
      <Button tone="plain" wide disabled={busy} onClick={onBack}>
        Use another number, or send another code
      </Button>
    </form>
  )
}

function fieldOf(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.fields[field] : undefined
}
