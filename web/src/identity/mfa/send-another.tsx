import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { problemText } from './code-problem.ts'

type SendAnotherProps = {
  /** The state of the last request for another code. */
  another: { readonly isPending: boolean; readonly isSuccess: boolean; readonly error: unknown }
  disabled: boolean
  onPress: () => void
}

/** Has another code emailed. The server decides how often. */
export function SendAnother({ another, disabled, onPress }: SendAnotherProps) {
  const problem = problemText(another.error)
  return (
    <div className="flex flex-col gap-2">
      <div role="status" className="text-small text-ink-2 empty:hidden">
        {another.isSuccess ? 'Another email is on its way. Earlier codes no longer work.' : ''}
      </div>
      {problem === null ? null : (
        <Notice tone="wait" role="alert">
          {problem}
        </Notice>
      )}
      <Button tone="quiet" wide disabled={disabled} busy={another.isPending && 'Sending…'} onClick={onPress}>
        Send another one
      </Button>
    </div>
  )
}
