import { expect, test } from 'vitest'
import type { Task } from '#contract/console/today.ts'
import { groupTasks } from './task-groups.ts'

const NOW = Date.parse('2026-11-29T12:00:00Z')
const task = (title: string, deadline: string | null, kind: Task['kind'] = 'case'): Task => ({
  kind,
  title,
  since: '2026-11-29T10:00:00Z',
  deadline,
  link: null,
})
const shown = (tasks: readonly Task[]) =>
  groupTasks(tasks, NOW).map(({ name, tasks: of }) => [name, of.map(({ title }) => title)])

test('tasks are grouped by due time, and keep the order of the list', () => {
  expect(
    shown([
      task('a pause', '2026-11-29T14:00:00Z', 'pause'),
      task('late', '2026-11-29T11:59:59Z'),
      task('due', '2026-11-29T12:00:00Z'),
      task('in an hour', '2026-11-29T13:00:00Z', 'proposal'),
      task('in more than an hour', '2026-11-29T13:00:01Z'),
      task('an alarm', null, 'alarm'),
    ]),
  ).toEqual([
    ['Overdue', ['late']],
    ['Within the hour', ['due', 'in an hour']],
    ['Later', ['a pause', 'in more than an hour']],
    ['Without a deadline', ['an alarm']],
  ])
})

test('a stop on money is due now, whatever its deadline', () => {
  expect(shown([task('an alarm', null, 'alarm'), task('a stop', null, 'stop')])).toEqual([
    ['Now', ['a stop']],
    ['Without a deadline', ['an alarm']],
  ])
})

test('nothing to do has no groups', () => {
  expect(shown([])).toEqual([])
})
