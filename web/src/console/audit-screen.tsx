import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AuditAnswer, AuditLine } from '#contract/console/audit.ts'
import { SavedFilters } from '#web/console/filters/saved-filters.tsx'
import { useFilters } from '#web/console/filters/use-filters.ts'
import { saveFile } from '#web/lib/download-file.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { actInWords } from './act-words.ts'
import { AUDIT_FILTERS, AuditFilterForm } from './audit-filter-form.tsx'
import { call, callForFile } from './call.ts'
import { ScreenHead } from './screen-head.tsx'
import { detailsOf, momentOf } from './words.ts'

/**
 * Every look and act of operators, newest first. The filters are in the address: they survive a reload, and can be
 * sent.
 */
export function AuditScreen() {
  const [filters, setFilters] = useFilters(AUDIT_FILTERS)
  const pages = useInfiniteQuery({
    queryKey: ['audit', filters],
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...filters, ...(pageParam === null ? {} : { before: pageParam }) })
      return await call<AuditAnswer>('GET', `/api/admin/audit?${query}`, undefined, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
  })
  const save = useMutation({
    mutationFn: async () => {
      const { blob, name } = await callForFile('/api/admin/audit/export', filters)
      saveFile(blob, name)
    },
  })
  const [first] = pages.data?.pages ?? []
  const lines = pages.data?.pages.flatMap((page) => page.lines) ?? []
  return (
    <>
      <ScreenHead title="Audit">
        {first?.mayExport === true ? (
          <Button tone="quiet" slim busy={save.isPending && 'Exporting…'} onClick={() => save.mutate()}>
            Export as CSV
          </Button>
        ) : null}
      </ScreenHead>
      <p className="text-small text-ink-2">
        Every line is chained to the one before it, so the audit program finds a line that was changed or removed.
        Looking at this page, and exporting it, adds a line as well. Times are Lagos time.
      </p>
      <AuditFilterForm
        filters={filters}
        operators={first?.operators ?? []}
        acts={first?.acts ?? []}
        onChange={setFilters}
      />
      <SavedFilters screen="audit" filters={filters} />
      <ErrorNotice error={pages.error ?? save.error} />
      {first === undefined ? null : <Lines lines={lines} />}
      {pages.hasNextPage ? (
        <Button tone="quiet" busy={pages.isFetchingNextPage && 'Loading…'} onClick={() => void pages.fetchNextPage()}>
          Show older lines
        </Button>
      ) : null}
    </>
  )
}

/** A table on a wide screen; on a narrow one each line is a block of its own. The roles keep it a table either way. */
function Lines({ lines }: { lines: readonly AuditLine[] }) {
  if (lines.length === 0) return <p className="text-ink-2">No line matches these filters.</p>
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: a table shown as blocks loses its meaning without them
    <table
      role="table"
      className="block w-full rounded-tile bg-surface px-3.5 text-small shadow-lift md:table forced-colors:border"
    >
      <thead role="rowgroup" className="hidden md:table-header-group">
        <tr role="row" className="border-b border-line text-left text-caption text-ink-2">
          {['No.', 'Time', 'Who', 'What', 'Concerning', 'Details'].map((name) => (
            <th key={name} role="columnheader" scope="col" className="px-3.5 py-2.5 font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block md:table-row-group">
        {lines.map((line) => (
          <Line key={line.number} line={line} />
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  )
}

function Line({ line }: { line: AuditLine }) {
  const { number, at, operator, role, sessionId, act, subject, subjectName, reason, before, after } = line
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a table shown as blocks loses its meaning without it
    <tr role="row" className="block border-b border-line py-2 last:border-b-0 md:table-row">
      <Cell className="tabular text-ink-3 md:text-right">{number}</Cell>
      <Cell className="tabular md:whitespace-nowrap">{momentOf(at)}</Cell>
      <Cell>
        {operator ?? 'Nobody signed in'}
        <span className="text-caption text-ink-2">
          {role === null ? '' : ` ${role}`}
          {operator !== null && sessionId === null ? ', terminal or link' : ''}
        </span>
      </Cell>
      <Cell className="font-medium">{actInWords(act)}</Cell>
      <Cell>
        {subjectName ?? subject ?? ''}
        {subjectName === null ? null : <span className="block text-caption text-ink-2">{subject}</span>}
      </Cell>
      <Cell>
        {reason}
        {detailsOf(before, after).map((detail) => (
          <span key={detail} className="block text-caption text-ink-2">
            {detail}
          </span>
        ))}
      </Cell>
    </tr>
  )
}

function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <td
      // biome-ignore lint/a11y/noRedundantRoles: a table shown as blocks loses its meaning without it
      role="cell"
      className={`block align-top wrap-anywhere max-md:empty:hidden md:table-cell md:px-3.5 md:py-2 ${className}`}
    >
      {children}
    </td>
  )
}
