import { SANDBOX_BANNER } from '#contract/constants.ts'
import { formatNaira } from '#contract/money.ts'
import type { boardState } from '../control/board-state.ts'

type Board = ReturnType<typeof boardState>

export function page(_board: Board): string {
  return `<!doctype html><title>Sandbox</title><p>${SANDBOX_BANNER}`
}
export function regions(board: Board): Record<string, string> {
  return { balance: formatNaira(BigInt(board.balanceKobo)) }
}
