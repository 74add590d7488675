import fs from 'node:fs'
import path from 'node:path'

/** The sheet of all pictures in a folder, each in light and dark: its README. */
export function writeSheet(folder: string): void {
  const names = fs
    .readdirSync(folder)
    .flatMap((file) => (file.endsWith('-light.png') ? [file.replace('-light.png', '')] : []))
    .toSorted()
  const rows = names.map(
    (name) =>
      `| ${name.replaceAll('-', ' ')} | ![${name}, light](${name}-light.png) | ![${name}, dark](${name}-dark.png) |`,
  )
  const lines = [
    '# Every screen',
    '',
    `${names.length} screens at 360 × 740, light and dark, from a fresh sandbox installation. \`npm run screens\` takes them and writes this sheet.`,
    '',
    '| screen | light | dark |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ]
  fs.writeFileSync(path.join(folder, 'README.md'), lines.join('\n'))
}
