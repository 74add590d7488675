import { TextArea } from '#web/ui/text-area.tsx'

type EvidenceFieldProps = {
  readonly label: string
  readonly value: string
  readonly onChange: (evidence: string) => void
}

export function EvidenceField({ label, value, onChange }: EvidenceFieldProps) {
  return (
    <TextArea
      label={label}
      required
      minLength={4}
      maxLength={500}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
