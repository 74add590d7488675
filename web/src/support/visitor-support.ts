import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CaseAnswer, CaseDetail, CaseSummary, CasesAnswer } from '#contract/support.ts'
import type { VisitorPass, VisitorPassBody } from '#contract/visitors.ts'
import { api } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'
import { queryClient } from '#web/lib/query-client.ts'
import { sendingKey } from './sending-key.ts'
import type { Reporting, Writing } from './write-case.ts'

/**
 * Support for somebody who is not signed in. The pass is in the page's memory alone: a reload, or another person at
 * this browser, needs another code.
 */

/** No event comes without a session, so an open report is read again this often. */
const READ_AGAIN_MS = 30_000
const KEY = 'visitor'

/** Has a code emailed. */
export function useVisitorCode() {
  return useMutation({ mutationFn: (email: string) => api<unknown>('POST', '/api/visitors/codes', { email }) })
}

/** Returns a pass for the right code. */
export function useVisitorPass() {
  return useMutation({
    mutationFn: (body: VisitorPassBody) => api<VisitorPass>('POST', '/api/visitors/passes', body),
  })
}

/** Ends the pass, here and on the server; without a network it expires. */
export function endVisitorPass(pass: string): void {
  queryClient.removeQueries({ queryKey: [KEY] })
  void api('DELETE', '/api/visitors/passes/current', undefined, undefined, pass).catch(() => undefined)
}

export function useVisitorCases({ pass, cases }: VisitorPass) {
  return useQuery<CaseSummary[]>({
    queryKey: [KEY, 'cases', pass],
    queryFn: async ({ signal }) =>
      (await api<CasesAnswer>('GET', '/api/visitors/cases', undefined, signal, pass)).cases,
    initialData: cases,
    staleTime: freshFor(READ_AGAIN_MS),
  })
}

export function useVisitorCase(pass: string, id: string) {
  return useQuery({
    queryKey: [KEY, 'case', id, pass],
    queryFn: async ({ signal }) => (await api<CaseAnswer>('GET', pathOf(id), undefined, signal, pass)).case,
    refetchInterval: READ_AGAIN_MS,
  })
}

export function useVisitorReport(pass: string): Reporting {
  const send = useSendOnce(pass)
  return useMutation({
    mutationFn: ({ topic, text }) => send('/api/visitors/cases', { topic, text }),
  })
}

export function useVisitorMessage(pass: string, id: string): Writing {
  const send = useSendOnce(pass)
  return useMutation({ mutationFn: (content) => send(`${pathOf(id)}/messages`, content) })
}

const pathOf = (id: string) => `/api/visitors/cases/${encodeURIComponent(id)}`

/** Sends with a key, so that a repeated tap creates only one, and keeps the report that the server returns. */
function useSendOnce(pass: string) {
  const [key] = useState(sendingKey)
  return async (path: string, content: object): Promise<CaseDetail> => {
    const { case: detail } = await api<CaseAnswer>('POST', path, { key: key.of(content), ...content }, undefined, pass)
    key.arrived()
    queryClient.setQueryData([KEY, 'case', detail.id, pass], detail)
    void queryClient.invalidateQueries({ queryKey: [KEY, 'cases'] })
    return detail
  }
}
