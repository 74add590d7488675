import { z } from 'zod'

/** Rows asked for at once: the most Paystack gives. */
export const ROWS_PER_PAGE = 100

const count = z.union([z.int().nonnegative(), z.string().regex(/^\d{1,9}$/)]).transform(Number)
const pageMeta = z
  .object({ pageCount: count.nullish().catch(null), perPage: count.nullish().catch(null) })
  .nullish()
  .catch(null)

/** Its `meta` has two shapes; when it doesn't count pages, a full page is taken to have a successor. */
export function hasNext(meta: unknown, page: number, rows: number): boolean {
  if (rows === 0) return false
  const read = pageMeta.parse(meta)
  if (typeof read?.pageCount === 'number') return page < read.pageCount
  return rows >= Math.min(read?.perPage ?? ROWS_PER_PAGE, ROWS_PER_PAGE)
}
