/** The largest thing on a screen about one payment. */
export function LeadingAmount({ children }: { children: string }) {
  return <p className="font-head text-[min(2.25rem,14vw)] leading-[1.15] font-semibold tabular">{children}</p>
}
