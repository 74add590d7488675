import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CaseAnswer, CaseBody, CaseDetail, CaseMessageBody, NewCasePicture } from '#contract/support.ts'
import { api } from '#web/lib/api.ts'
import { pictureUploads } from '#web/ui/pictures/upload-pictures.ts'
import type { ChosenPicture } from '#web/ui/pictures/use-chosen-pictures.ts'
import { rememberCase } from './get-cases.ts'
import { sendingKey } from './sending-key.ts'

type WithChosen = { readonly chosen?: readonly ChosenPicture[] }
export type NewReport = Omit<CaseBody, 'key' | 'pictures'> & WithChosen
export type NewMessage = Omit<CaseMessageBody, 'key' | 'pictures'> & WithChosen

/** The mutation that sends a report. */
export type Reporting = UseMutationResult<CaseDetail, Error, NewReport>
/** The mutation that adds a message to a report. */
export type Writing = UseMutationResult<CaseDetail, Error, NewMessage>

/** Sends a report. */
export function useReport(): Reporting {
  return useSending<NewReport>('/api/cases')
}

/** Adds a message to a report. */
export function useWriteMessage(id: string): Writing {
  return useSending<NewMessage>(`/api/cases/${encodeURIComponent(id)}/messages`)
}

function useSending<Content extends WithChosen>(path: string) {
  const [key] = useState(sendingKey)
  const [pictures] = useState(() => pictureUploads((file) => api<NewCasePicture>('POST', '/api/case-pictures', file)))
  return useMutation<CaseDetail, Error, Content>({
    mutationFn: async ({ chosen = [], ...written }) => {
      const content = { ...written, pictures: await pictures.idsOf(chosen) }
      return (await api<CaseAnswer>('POST', path, { key: key.of(content), ...content })).case
    },
    onError: pictures.forgetGone,
    onSuccess: (detail) => {
      key.arrived()
      rememberCase(detail)
    },
  })
}
