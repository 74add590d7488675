import { groupsOf } from '#contract/receipt-text.ts'

/** A reference in groups of four for the eye. The gaps are not characters, so a copy has none. */
export function Reference({ text }: { text: string }) {
  return (
    <span className="tabular">
      {groupsOf(text).map((group, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place
        <span key={place} className="not-last:mr-[0.5ch] inline-block">
          {group}
        </span>
      ))}
    </span>
  )
}
