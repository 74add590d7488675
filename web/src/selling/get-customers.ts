import { useMutation, useQuery } from '@tanstack/react-query'
import type { Customer, CustomerBody, CustomersAnswer } from '#contract/selling.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** All customers of the seller, by name. */
export function useCustomers() {
  return useQuery({
    queryKey: ['customers'],
    queryFn: async ({ signal }) => (await api<CustomersAnswer>('GET', '/api/customers', undefined, signal)).customers,
  })
}

/** Adds a customer, or changes the one with this id. */
export function useSaveCustomer() {
  return useMutation({
    mutationFn: async ({ id, ...body }: CustomerBody & { id: string | null }) =>
      (
        await (id === null
          ? api<{ customer: Customer }>('POST', '/api/customers', body)
          : api<{ customer: Customer }>('PATCH', `/api/customers/${encodeURIComponent(id)}`, body))
      ).customer,
    onSuccess: readAgain,
  })
}

export function useDeleteCustomer() {
  return useMutation({
    mutationFn: (id: string) => api<undefined>('DELETE', `/api/customers/${encodeURIComponent(id)}`),
    onSuccess: readAgain,
  })
}

function readAgain(): void {
  void queryClient.invalidateQueries({ queryKey: ['customers'] })
}
