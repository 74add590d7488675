import { type Claim, problemsOf, readFromRoot } from './shown-by.ts'

/** docs/reference/security/asvs.csv: each requirement of OWASP ASVS 5.0, whether it is met, and what shows it. */

export type Requirement = {
  readonly id: string
  /** 1 to 3, from the standard. */
  readonly level: string
  /** `L1+L2` and `L3 chosen` are goals; the rest of level 3 is `L3 not targeted`. */
  readonly goal: string
  readonly status: string
  /** Tests and sections of documents, separated by ` | `. */
  readonly shownBy: string
  /** Why it does not apply, or what is missing. */
  readonly note: string
}

const COLUMNS = ['requirement', 'level', 'goal', 'status', 'shown by', 'note', 'text']
/** The goals. Other requirements of level 3 may be met too. */
const GOALS = ['L1+L2', 'L3 chosen']
const STATUSES = ['met', 'open', 'not applicable', 'not targeted']

/** @throws if the file has other columns */
export function readSheet(text = readFromRoot('docs/reference/security/asvs.csv')): Requirement[] {
  const [header, ...rows] = readCsv(text)
  if (header?.join() !== COLUMNS.join()) throw new Error(`the columns are ${COLUMNS.join()}`)
  return rows.map(([id = '', level = '', goal = '', status = '', shownBy = '', note = '']) => ({
    id,
    level,
    goal,
    status,
    shownBy,
    note,
  }))
}

/** What is wrong with one row: a met requirement needs existing evidence, any other a reason. */
export function problemsOfRow({ goal, status, shownBy, note }: Requirement): string[] {
  if (!STATUSES.includes(status)) return [`"${status}" is no status`]
  if (status === 'not targeted' && GOALS.includes(goal)) return [`${goal} is the goal`]
  if ((status === 'open' || status === 'not applicable') && note === '') return [`${status}, and nothing says why`]
  const evidences = shownBy.split(' | ').filter((each) => each !== '')
  if (evidences.length === 0) return status === 'met' ? ['met, and nothing shows it'] : []
  return evidences.flatMap(problemsOfEvidence)
}

/** How many requirements of a goal apply, and how many of those are met. */
export function countMet(rows: readonly Requirement[], goal: string): { applicable: number; met: number } {
  const applicable = rows.filter((row) => row.goal === goal && row.status !== 'not applicable')
  return { applicable: applicable.length, met: applicable.filter(({ status }) => status === 'met').length }
}

/** `tests/x.test.ts › title of a test`, or `docs/x.md#heading`. */
function problemsOfEvidence(evidence: string): string[] {
  const [file = '', text] = evidence.split(' › ')
  if (text !== undefined) return problemsOf([{ file, text } satisfies Claim])
  const [document = '', heading = ''] = evidence.split('#')
  const headings = readFromRoot(document).matchAll(/^#+ (.+)$/gm)
  return [...headings].some(([, each]) => each === heading) ? [] : [`${document} has no heading "${heading}"`]
}

/** The lines of a CSV file (RFC 4180), each as its cells. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [[]]
  const cells = text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)
  for (const [whole, quoted, plain = '', end] of cells) {
    if (whole === '') break
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end !== ',') lines.push([])
  }
  return lines.filter((line) => line.length > 0)
}
