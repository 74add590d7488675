import { useId } from 'react'
import type { CaseTopic } from '#contract/support.ts'
import { CASE_TOPICS } from '#contract/support-limits.ts'
import { FieldNote } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { TOPICS } from './case-words.ts'

type TopicFieldProps = {
  topic: CaseTopic | null
  error: string | undefined
  onChoose: (topic: CaseTopic | null) => void
}

export function TopicField({ topic, error, onChoose }: TopicFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-small font-medium text-ink-2">
        What is it about?
      </label>
      <Select
        id={id}
        value={topic}
        options={CASE_TOPICS.map((each) => ({ value: each, name: TOPICS[each] }))}
        nothing="Choose"
        onChoose={onChoose}
        isWrong={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-note`}
      />
      {error === undefined ? null : (
        <FieldNote id={`${id}-note`} error>
          {error}
        </FieldNote>
      )}
    </div>
  )
}
