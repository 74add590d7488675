import { createLog } from '#server/platform/log.ts'

/** A log that counts the adapters' calls to providers, by operation. */
export function countingLog(): { log: ReturnType<typeof createLog>; asked(operation: string): number } {
  const counts = new Map<string, number>()
  const write = (line: string): void => {
    const { operation } = JSON.parse(line) as { operation?: string }
    if (operation !== undefined) counts.set(operation, (counts.get(operation) ?? 0) + 1)
  }
  return { log: createLog('info', { write }), asked: (operation) => counts.get(operation) ?? 0 }
}
