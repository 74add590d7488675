import { useMutation, useQuery } from '@tanstack/react-query'
import type { BeneficiariesAnswer, BeneficiaryKind, BeneficiaryOf } from '#contract/beneficiaries.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** Saved recipients of one kind, last used first. */
export function useBeneficiaries<Kind extends BeneficiaryKind>(kind: Kind) {
  return useQuery({
    queryKey: ['beneficiaries', kind],
    queryFn: async ({ signal }) => {
      const { beneficiaries } = await api<BeneficiariesAnswer>(
        'GET',
        `/api/beneficiaries?kind=${kind}`,
        undefined,
        signal,
      )
      return beneficiaries.filter((each): each is BeneficiaryOf<Kind> => each.kind === kind)
    },
    staleTime: 0,
  })
}

export function useRemoveBeneficiary() {
  return useMutation({
    mutationFn: (id: string) => api<undefined>('DELETE', `/api/beneficiaries/${encodeURIComponent(id)}`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['beneficiaries'] }),
  })
}
