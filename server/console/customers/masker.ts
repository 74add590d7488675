import { masked, type PersonalColumn } from '#server/tables/masking.ts'

/** Shows a value of a customer's personal data as this operator may see it. */
export type Masker = {
  (column: PersonalColumn, value: string): string
  (column: PersonalColumn, value: string | null): string | null
}

/** `isOpen`: the operator gave a reason. Otherwise each value is masked as server/tables/masking.ts says. */
export function maskerFor(isOpen: boolean): Masker {
  function mask(column: PersonalColumn, value: string): string
  function mask(column: PersonalColumn, value: string | null): string | null
  function mask(column: PersonalColumn, value: string | null): string | null {
    return value === null || isOpen ? value : masked(column, value)
  }
  return mask
}
