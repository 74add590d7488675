import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CaseAnswer, CaseBody, CaseDetail, CaseMessageBody } from '#contract/support.ts'
import { api } from '#web/lib/api.ts'
import { rememberCase } from './get-cases.ts'
import { sendingKey } from './sending-key.ts'

/** How a report is sent, and how that stands. */
export type Reporting = UseMutationResult<CaseDetail, Error, Omit<CaseBody, 'key'>>
/** How a message is added to a report. */
export type Writing = UseMutationResult<CaseDetail, Error, Omit<CaseMessageBody, 'key'>>

/** Sends a report. */
export function useReport(): Reporting {
  return useSending<Omit<CaseBody, 'key'>>('/api/cases')
}

/** Adds a message to a report. */
export function useWriteMessage(id: string): Writing {
  return useSending<Omit<CaseMessageBody, 'key'>>(`/api/cases/${encodeURIComponent(id)}/messages`)
}

function useSending<Content extends object>(path: string) {
  const [key] = useState(sendingKey)
  return useMutation<CaseDetail, Error, Content>({
    mutationFn: async (content) => (await api<CaseAnswer>('POST', path, { key: key.of(content), ...content })).case,
    onSuccess: (detail) => {
      key.arrived()
      rememberCase(detail)
    },
  })
}
