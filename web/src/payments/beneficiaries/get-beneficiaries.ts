import { useMutation, useQuery } from '@tanstack/react-query'
import type {
  BeneficiariesAnswer,
  BeneficiaryChanges,
  BeneficiaryKind,
  BeneficiaryOf,
} from '#contract/beneficiaries.ts'
import { api } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** Saved recipients of one kind, last used first. */
export function useBeneficiaries<Kind extends BeneficiaryKind>(kind: Kind) {
  return useQuery({
    queryKey: ['beneficiaries', kind],
    queryFn: ({ signal }) => readBeneficiaries(kind, signal),
    staleTime: freshFor(0),
  })
}

async function readBeneficiaries<Kind extends BeneficiaryKind>(kind: Kind, signal?: AbortSignal) {
  const { beneficiaries } = await api<BeneficiariesAnswer>('GET', `/api/beneficiaries?kind=${kind}`, undefined, signal)
  return beneficiaries.filter((each): each is BeneficiaryOf<Kind> => each.kind === kind)
}

/** Null removes the name. */
export function useNameBeneficiary() {
  return useMutation({
    mutationFn: ({ id, name }: BeneficiaryChanges & { id: string }) => nameBeneficiary(id, name),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['beneficiaries'] }),
  })
}

function nameBeneficiary(id: string, name: string | null): Promise<unknown> {
  const changes: BeneficiaryChanges = { name }
  return api('PATCH', `/api/beneficiaries/${encodeURIComponent(id)}`, changes)
}

/** The new name of a number; null if its owner entered none. */
export type Naming = { readonly phone: string; readonly name: string } | null

/**
 * Names a number once its purchase is accepted, which saves the number. A failure does not concern the purchase: the
 * number can be named under saved recipients.
 */
export async function nameSavedNumber(naming: Naming): Promise<void> {
  if (naming === null) return
  try {
    const saved = (await readBeneficiaries('phone')).find(({ details }) => details.phone === naming.phone)
    if (saved === undefined || (saved.name ?? '') === naming.name.trim()) return
    await nameBeneficiary(saved.id, naming.name)
    await queryClient.invalidateQueries({ queryKey: ['beneficiaries'] })
  } catch {}
}

export function useRemoveBeneficiary() {
  return useMutation({
    mutationFn: (id: string) => api<undefined>('DELETE', `/api/beneficiaries/${encodeURIComponent(id)}`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['beneficiaries'] }),
  })
}
