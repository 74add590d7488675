import fs from 'node:fs'
import path from 'node:path'
import { REFUSALS_FOR_OPERATORS } from '#server/providers/bills/bill-provider.ts'
import { CODES, type CodeRow, RULES, STATUSES } from '#server/providers/bills/vtpass/outcomes.ts'

const file = path.join(import.meta.dirname, '..', 'docs', 'reference', 'bills.md')
const BEGIN = '<!-- made from server/providers/bills/vtpass/outcomes.ts by scripts/write-bills-doc.ts: begin -->'
const END = '<!-- end -->'

/** The tables of VTpass's replies and what they mean, generated from the adapter's own. */
function outcomeTables(): string {
  return [
    '| code | VTpass calls it | to a purchase | to a requery |',
    '| --- | --- | --- | --- |',
    ...[...CODES]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([code, row]) => `| \`${code}\` | ${row.meaning} | ${payWords(row)} | ${words(row.requery)} |`),
    '',
    '| status | means | to a purchase | to a requery |',
    '| --- | --- | --- | --- |',
    ...[...STATUSES].map(
      ([status, { meaning, pay, requery }]) => `| \`${status}\` | ${meaning} | ${words(pay)} | ${words(requery)} |`,
    ),
    '',
    ...[...new Set([...CODES.values()].map(({ rule }) => rule))].map((rule) => `- ${codesWith(rule)}: ${RULES[rule]}`),
  ].join('\n')
}

function payWords({ pay }: CodeRow): string {
  const isForOperators = REFUSALS_FOR_OPERATORS.some((refusal) => pay === `refused:${refusal}`)
  return `${words(pay)}${isForOperators ? ', operators are alerted' : ''}`
}

function words(conclusion: string): string {
  if (conclusion === 'read-status') return 'as the status says'
  return conclusion.startsWith('refused:') ? `refused: ${conclusion.slice('refused:'.length)}` : `**${conclusion}**`
}

function codesWith(rule: CodeRow['rule']): string {
  return [...CODES]
    .filter(([, row]) => row.rule === rule)
    .map(([code]) => `\`${code}\``)
    .toSorted()
    .join(' ')
}

/** The document with its generated part brought up to date. */
export function withOutcomes(document: string): string {
  const [before, rest] = document.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`docs/reference/bills.md lacks its marks: ${BEGIN}`)
  return `${before}${BEGIN}\n\n${outcomeTables()}\n\n${END}${after}`
}

if (process.argv[1] === import.meta.filename) fs.writeFileSync(file, withOutcomes(fs.readFileSync(file, 'utf8')))
