import type { BillKind } from '#contract/kinds/kinds.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { type Buying, PriceLines } from './price-lines.tsx'

type FormEndProps = {
  kind: BillKind
  buying: Buying
  /** What the one filled button says. */
  action: string
  asking: boolean
  /** A refusal that belongs to no field. */
  refusal: string | null
}

/** The end of every purchase form: price after discount, balance, what went wrong, and the way on. */
export function FormFooter({ kind, buying, action, asking, refusal }: FormEndProps) {
  return (
    <>
      <PriceLines kind={kind} buying={buying} />
      {refusal === null ? null : (
        <Notice tone="bad" role="alert">
          {refusal}
        </Notice>
      )}
      <Button type="submit" wide busy={asking && 'Processing...'}>
        {action}
      </Button>
    </>
  )
}
