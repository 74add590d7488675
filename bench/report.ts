import { execFileSync } from 'node:child_process'
import os from 'node:os'
import { version } from '#server/platform/version.ts'

export type OrderFigures = {
  readonly connections: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Cores kept busy by the app, the client and the whole machine. */
  readonly appCpu: number
  readonly clientCpu: number
  readonly machineCpu: number
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The value that this share of all values does not exceed; 0 if there are none. */
export function quantile(values: readonly number[]): (share: number) => number {
  const sorted = values.toSorted((a, b) => a - b)
  return (share) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}

export function describeMachine(): string {
  const cpus = os.cpus()
  const memoryGiB = Math.round(os.totalmem() / 1024 ** 3)
  const machine = `${cpus.length} × ${cpus[0]?.model ?? 'unknown CPU'}, ${memoryGiB} GiB, ${os.type()} ${os.release()}`
  const busy = os.loadavg()[0] ?? 0
  const program = `Jara ${version} (${commit()}), Node ${process.versions.node}`
  return `${program}\n${machine}; load before the start ${busy.toFixed(2)}`
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return 'no git'
  }
}

/** Prints rows under their titles, numbers right-aligned. */
export function printTable(titles: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = titles.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join(' | ')} |`
  console.log(line(titles))
  console.log(
    `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`,
  )
  for (const row of rows) console.log(line(row))
}

export const READ_TITLES = ['connections', 'reads/s', 'p50 ms', 'p99 ms', 'cores: app', 'client', 'machine']
export const ORDER_TITLES = ['connections', 'orders/s', 'p50 ms', 'p99 ms', 'cores: app', 'client', 'machine']

/** One row for each number of connections. */
export function orderRows(medians: readonly OrderFigures[]): string[][] {
  return medians.map((each) => [
    String(each.connections),
    whole(each.perSecond),
    oneDigit(each.p50Ms),
    oneDigit(each.p99Ms),
    twoDigits(each.appCpu),
    twoDigits(each.clientCpu),
    twoDigits(each.machineCpu),
  ])
}

export const whole = (value: number) => Math.round(value).toLocaleString('en')
const oneDigit = (value: number) => value.toFixed(1)
export const twoDigits = (value: number) => value.toFixed(2)
