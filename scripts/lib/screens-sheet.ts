import fs from 'node:fs'
import path from 'node:path'

/** A picture of a screen on a wide window is named after its width. */
const WIDE = /-(?:1280|768)$/

/** The sheet of all pictures in a folder, each in light and dark: its README. */
export function writeSheet(folder: string): void {
  const names = fs
    .readdirSync(folder)
    .flatMap((file) => (file.endsWith('-light.png') ? [file.replace('-light.png', '')] : []))
    .toSorted()
  const phone = names.filter((name) => !WIDE.test(name))
  const wide = new Set(names.filter((name) => WIDE.test(name)).map((name) => name.replace(WIDE, '')))
  const lines = [
    '# Every screen',
    '',
    `${phone.length} screens at 360 × 740, and ${wide.size} as a laptop and a tablet show them, each in light and dark, from a fresh sandbox installation. \`npm run screens\` takes them and writes this sheet.`,
    '',
    ...table(phone),
    '',
    '## On a laptop, 1,280 × 800',
    '',
    ...table([...wide].map((name) => `${name}-1280`)),
    '',
    '## On a tablet, 768 × 1,024',
    '',
    ...table([...wide].map((name) => `${name}-768`)),
    '',
  ]
  fs.writeFileSync(path.join(folder, 'README.md'), lines.join('\n'))
}

function table(names: readonly string[]): string[] {
  const rows = names.map((name) => {
    const screen = name.replace(WIDE, '').replaceAll('-', ' ')
    return `| ${screen} | ![${name}, light](${name}-light.png) | ![${name}, dark](${name}-dark.png) |`
  })
  return ['| screen | light | dark |', '| --- | --- | --- |', ...rows]
}
