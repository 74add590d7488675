import { RefusedError } from '../../errors.ts'
import { cleanLine } from '../../orders/clean-line.ts'

const OPERATOR_MIN_LENGTH = 2
const OPERATOR_MAX_LENGTH = 80

/**
 * An operator's name, in one clean line.
 *
 * @throws RefusedError without one
 */
export function readOperator(uncheckedName: string, option = '--by'): string {
  const name = cleanLine(uncheckedName, OPERATOR_MAX_LENGTH)
  if ([...name].length >= OPERATOR_MIN_LENGTH) return name
  throw new RefusedError(`who does this? Give your name: ${option} "Ada Obi"`)
}

/** What no single person decides: who does it, and who has looked at it too. */
export type TwoOperators = { readonly by: string; readonly confirmedBy: string }

/**
 * The names of two different operators. The database refuses the same one twice as well.
 *
 * @throws RefusedError when one is missing, or both are one
 */
export function readTwoOperators(unchecked: TwoOperators): TwoOperators {
  const by = readOperator(unchecked.by)
  const confirmedBy = readOperator(unchecked.confirmedBy, '--confirmed-by')
  if (by.toLowerCase() === confirmedBy.toLowerCase()) {
    throw new RefusedError('this takes two different people: one does it, another one confirms it')
  }
  if ([by, confirmedBy].some((each) => each.toLowerCase() === OURSELVES)) {
    throw new RefusedError(`"${OURSELVES}" is the program's own name: give a person's`)
  }
  return { by, confirmedBy }
}

/** What stands for the program where an operator's name would stand. */
export const OURSELVES = 'reconciliation'
