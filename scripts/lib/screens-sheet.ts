import fs from 'node:fs'
import path from 'node:path'
import { KEPT_SCREENS } from './kept-screens.ts'

const IN_A_ROW = 3

/** Copies the pictures to keep, and writes the README that shows them. */
export function keepScreens(from: string, to: string): void {
  fs.rmSync(to, { recursive: true, force: true })
  fs.mkdirSync(to, { recursive: true })
  for (const name of Object.values(KEPT_SCREENS).flat()) {
    fs.copyFileSync(path.join(from, `${name}.png`), path.join(to, `${name}.png`))
  }
  fs.writeFileSync(path.join(to, 'README.md'), sheet())
}

function sheet(): string {
  const lines = [
    '# Screens',
    '',
    'From a fresh sandbox installation. `npm run screens` takes a picture of every screen into',
    '`test-results/screens`, and keeps these.',
    '',
  ]
  for (const [group, names] of Object.entries(KEPT_SCREENS)) lines.push(`## ${group}`, '', ...table(names), '')
  return lines.join('\n')
}

function table(names: readonly string[]): string[] {
  const cells = names.map((name) => `![${wordsOf(name)}](${name}.png)<br>${wordsOf(name)}`)
  const rows: string[] = []
  for (let at = 0; at < cells.length; at += IN_A_ROW) {
    const row = cells.slice(at, at + IN_A_ROW)
    rows.push(`| ${[...row, ...Array<string>(IN_A_ROW - row.length).fill('')].join(' | ')} |`)
  }
  return [`|${'  |'.repeat(IN_A_ROW)}`, `|${' --- |'.repeat(IN_A_ROW)}`, ...rows]
}

const wordsOf = (name: string) => name.replace(/-(?:light|dark)$/, '').replaceAll('-', ' ')
