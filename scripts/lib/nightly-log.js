/** The log of nightly runs in docs/why/reliability.md: one row each, newest last, and what they sum up to. */

const BEGIN = '<!-- nightly runs: begin -->'
const END = '<!-- nightly runs: end -->'
const HEAD = ['| date | commit | tests | simulated seeds | kills | result |', '| --- | --- | --- | --- | ---: | --- |']

/** @typedef {{ date: string, commit: string, tests: string, seeds: string, kills: number, result: string }} NightlyRow */

/**
 * The rows of the log.
 *
 * @param {string} text of docs/why/reliability.md
 * @returns {NightlyRow[]}
 */
export function readNightlyLog(text) {
  const { from, to } = placeOf(text)
  return text
    .slice(from, to)
    .split('\n')
    .filter((line) => /^\| \d{4}-/.test(line))
    .map((line) => {
      const [date, commit, tests, seeds, kills, result] = line
        .slice(2, -2)
        .split('|')
        .map((cell) => cell.trim())
      return { date, commit, tests, seeds, kills: Number(kills), result }
    })
}

/** The first seed that no run in the log has simulated yet. */
export function nextSeed(rows) {
  return 1 + Math.max(100, ...rows.map(({ seeds }) => Number(/\d+$/.exec(seeds)?.[0] ?? 0)))
}

/** The text of docs/why/reliability.md with one row more, and the sums below the table. */
export function withNightlyRow(text, row) {
  const rows = [...readNightlyLog(text), row]
  const green = rows.filter(({ result }) => result === 'green')
  const seeds = green.reduce((sum, { seeds: named }) => sum + countSeeds(named), 0)
  const kills = green.reduce((sum, each) => sum + each.kills, 0)
  const lines = rows.map(
    (each) => `| ${each.date} | ${each.commit} | ${each.tests} | ${each.seeds} | ${each.kills} | ${each.result} |`,
  )
  const sums = `In all, in green runs: **${seeds} of 100 seeds of 10,000 operations (G1)**, **${kills} of 1,000 kills (G5)**.`
  const { from, to } = placeOf(text)
  return `${text.slice(0, from)}\n${[...HEAD, ...lines].join('\n')}\n\n${sums}\n${text.slice(to)}`
}

function countSeeds(named) {
  const [first, last] = named.split(' to ').map(Number)
  return Number.isNaN(first) ? 0 : (last ?? first) - first + 1
}

function placeOf(text) {
  const [begin, to] = [text.indexOf(BEGIN), text.indexOf(END)]
  if (begin < 0 || to < begin) throw new Error('docs/why/reliability.md has no log of nightly runs')
  return { from: begin + BEGIN.length, to }
}
