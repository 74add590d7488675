import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { KEPT_SCREENS } from '../../scripts/lib/kept-screens.ts'

const folder = path.join(import.meta.dirname, '../../docs/screens')

it('docs/screens contains the kept pictures and no others', () => {
  const sheet = fs.readFileSync(path.join(folder, 'README.md'), 'utf8')
  const shown = [...sheet.matchAll(/\]\(([^)]+\.png)\)/g)].map(([, file]) => file ?? '')
  const pictures = fs.readdirSync(folder).filter((file) => file.endsWith('.png'))
  const kept = Object.values(KEPT_SCREENS).flatMap((names) => names.map((name) => `${name}.png`))
  expect(shown).toEqual(kept)
  expect(pictures.toSorted()).toEqual(kept.toSorted())
})
