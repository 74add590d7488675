import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { CodeField, type CodeKind } from './code-field.tsx'
import { codeError, problemText } from './code-problem.ts'

type CodeFormProps = {
  kind: CodeKind
  /** The button's label, and its label while the code is checked. */
  action?: string
  busy?: string
  pending: boolean
  /** Why the last code was refused; null if none was. */
  error: unknown
  onCode: (code: string) => void
  /** Where the code comes from. */
  children?: ReactNode
}

/** Takes one code, and shows at its field that it was wrong. */
export function CodeForm({
  kind,
  action = 'Continue',
  busy = 'Checking…',
  pending,
  error,
  onCode,
  children,
}: CodeFormProps) {
  const [code, setCode] = useState('')
  const problem = problemText(error)

  function submit(event: FormEvent) {
    event.preventDefault()
    onCode(code)
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {children}
      <CodeField kind={kind} value={code} onChange={setCode} error={codeError(error)} />
      {problem === null ? null : (
        <Notice tone="bad" role="alert">
          {problem}
        </Notice>
      )}
      <Button type="submit" wide busy={pending && busy} disabled={code.trim() === ''}>
        {action}
      </Button>
    </form>
  )
}
