import type { Task } from '#contract/console/today.ts'

const HOUR_MS = 60 * 60_000

/** Tasks that are due equally soon. `urgency` completes a class name of console.css. */
export type TaskGroup = {
  readonly name: 'Now' | 'Overdue' | 'Within the hour' | 'Later' | 'Without a deadline'
  readonly urgency: 'bad' | 'wait' | 'calm' | 'none'
  readonly tasks: readonly Task[]
}

/** The tasks by due time, seen from `now`, ms since 1970. Groups keep the order of the list; none is empty. */
export function groupTasks(tasks: readonly Task[], now: number): TaskGroup[] {
  const groups: TaskGroup[] = [
    { name: 'Now', urgency: 'bad', tasks: tasks.filter(({ kind }) => kind === 'stop') },
    { name: 'Overdue', urgency: 'bad', tasks: due(tasks, (leftMs) => leftMs < 0) },
    { name: 'Within the hour', urgency: 'wait', tasks: due(tasks, (leftMs) => leftMs >= 0 && leftMs <= HOUR_MS) },
    { name: 'Later', urgency: 'calm', tasks: due(tasks, (leftMs) => leftMs > HOUR_MS) },
    {
      name: 'Without a deadline',
      urgency: 'none',
      tasks: tasks.filter(({ kind, deadline }) => kind !== 'stop' && deadline === null),
    },
  ]
  return groups.filter((group) => group.tasks.length > 0)

  function due(of: readonly Task[], isIn: (leftMs: number) => boolean) {
    return of.filter(({ kind, deadline }) => kind !== 'stop' && deadline !== null && isIn(Date.parse(deadline) - now))
  }
}
