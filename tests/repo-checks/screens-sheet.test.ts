import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const folder = path.join(import.meta.dirname, '../../docs/screens')

it('the sheet of screens shows every picture there is, each in light and dark', () => {
  const sheet = fs.readFileSync(path.join(folder, 'README.md'), 'utf8')
  const shown = [...sheet.matchAll(/\]\(([^)]+\.png)\)/g)].map(([, file]) => file ?? '')
  const pictures = fs.readdirSync(folder).filter((file) => file.endsWith('.png'))
  expect(shown.toSorted()).toEqual(pictures.toSorted())
  const names = (theme: string) =>
    pictures.flatMap((file) => file.match(new RegExp(`^(.*)-${theme}\\.png$`))?.[1] ?? [])
  expect(names('dark').toSorted()).toEqual(names('light').toSorted())
})
