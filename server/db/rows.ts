/**
 * Rows as one parameter, for `json_populate_recordset(null::table, $1::json)`: as many as there are in one statement. Keys are
 * columns; kobo go as their digits, moments as ISO text.
 */
export function rowsAsJson(rows: readonly Readonly<Record<string, unknown>>[]): string {
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}
