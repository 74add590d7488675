import { AGE_NAMES, type Age, type BreakType, TYPE_NAMES } from '#contract/console/breaks.ts'

export type Filters = { readonly provider?: string; readonly type?: BreakType; readonly age?: Age }

/** The filters in the address. `ignored`: the address also has a value that is no filter. */
export function readFilters(params: URLSearchParams): { readonly filters: Filters; readonly ignored: boolean } {
  const asked = { provider: params.get('provider') ?? '', type: params.get('type') ?? '', age: params.get('age') ?? '' }
  const type = TYPE_NAMES.find((name) => name === asked.type)
  const age = AGE_NAMES.find((name) => name === asked.age)
  const provider = /^[a-z0-9-]{1,40}$/.test(asked.provider) ? asked.provider : undefined
  const filters = {
    ...(provider === undefined ? {} : { provider }),
    ...(type === undefined ? {} : { type }),
    ...(age === undefined ? {} : { age }),
  }
  return { filters, ignored: Object.keys(filters).length < Object.values(asked).filter((value) => value !== '').length }
}

/** The same screen with these filters. */
export function withFilters(filters: Filters): string {
  return `?${new URLSearchParams(filters)}`
}
