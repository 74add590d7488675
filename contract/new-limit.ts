import { NEW_LIMIT_KOBO, NEW_LIMIT_MS } from './constants.ts'
import { formatNairaShort } from './money.ts'

/** The limit of the first 24 hours in a sentence. True only where the installation has it (`newLimit`). */
export const NEW_LIMIT_SENTENCE = `For ${NEW_LIMIT_MS / 3_600_000} hours after that, at most ${formatNairaShort(NEW_LIMIT_KOBO)} can leave your wallet.`
