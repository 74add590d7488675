/** A person's data in a row, value by value. Of an alert's facts only the name: the rest is shown elsewhere. */
export function personalValuesIn(row: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(row).flatMap(([column, value]) => {
    if (value === null) return []
    if (typeof value !== 'object') return [String(value)]
    const values = column === 'facts' ? [Reflect.get(value, 'name') ?? ''] : Object.values(value)
    return values.map(String)
  })
}
