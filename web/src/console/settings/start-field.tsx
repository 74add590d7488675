import { Field } from '#web/ui/field.tsx'

/** The start of a setting that does not begin as soon as it is confirmed. */
export function StartField({ from, onChange }: { from: string; onChange: (from: string) => void }) {
  return (
    <details open={from !== ''}>
      <summary className="min-h-12 cursor-pointer py-3 font-medium">Begin later</summary>
      <Field
        label="From when, Lagos time"
        hint="Left empty, it begins as soon as it is confirmed."
        type="datetime-local"
        value={from}
        onChange={({ target }) => onChange(target.value)}
      />
    </details>
  )
}
