import * as explorations from '#tests/exploration/explorations.ts'
import { helpFor } from './lib/help.js'

helpFor(`npm run explore: counts every state that orders, purchases and deposits can reach, then checks that every mutant is caught.

  npm run explore -- all   also pauses workers at every step. That takes minutes, and more memory than Node's default:
                           NODE_OPTIONS=--max-old-space-size=16000`)

const all = process.argv.includes('all')
const {
  withTruthfulProvider,
  withEmptyPromises,
  withErringOperators,
  withLyingProvider,
  withProviderThatChangesItsMind,
  withBrokenWord,
  ofPurchases,
  ofRecalledPurchases,
  ofDeposits,
} = explorations
let failures = 0

for (const { name, run } of [
  withTruthfulProvider,
  withEmptyPromises,
  withErringOperators,
  withLyingProvider,
  withProviderThatChangesItsMind,
  withBrokenWord,
  ofPurchases,
  ofRecalledPurchases,
  ofDeposits,
]) {
  const { situations, transitions, violations } = run(all)
  failures += violations.length
  console.log(`${name}: ${situations} situations, ${transitions} steps, ${violations.length} violations`)
  for (const violation of violations.slice(0, 5)) console.log(`  ${violation}`)
}

const { NAIVE, NAIVE_ANEW, ORDER_MUTANTS, PURCHASE_MUTANTS, DEPOSIT_MUTANTS } = explorations
const mutants = [...NAIVE, ...NAIVE_ANEW, ...ORDER_MUTANTS, ...PURCHASE_MUTANTS, ...DEPOSIT_MUTANTS]
const survivors = mutants.filter(({ run }) => run().length === 0)
for (const { name } of survivors) console.log(`not caught: ${name}`)
console.log(`${mutants.length - survivors.length} of ${mutants.length} mutants caught`)
process.exitCode = failures + survivors.length > 0 ? 1 : 0
