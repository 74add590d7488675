import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/** Money comes in only to accounts that the provider issued: the program contains no account number. */

const root = path.join(import.meta.dirname, '../..')
const sources = ['contract', 'server', 'web/src', 'web/public'].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|js|sql|json|css)$/.test(file) && !/\.test\.ts$|\/fixtures\//.test(file))
    .map((file) => ({ file: `${folder}/${file}`, text: fs.readFileSync(path.join(root, folder, file), 'utf8') })),
)

/** Ten consecutive digits, except a passkey's largest counter. */
const ACCOUNT_NUMBER = /(?<![\w.])(?!4294967295)\d{10}(?![\w.])/

it('no account number is written anywhere in the program', () => {
  expect(sources.length).toBeGreaterThan(400)
  const written = sources.flatMap(({ file, text }) => (ACCOUNT_NUMBER.test(text) ? [file] : []))
  expect(written).toEqual([])
})

it('no setting of an installation takes an account to pay into', () => {
  const settings = sources
    .filter(({ file }) => file.startsWith('server/platform/config'))
    .flatMap(({ text }) => [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name ?? ''))
  expect(settings).toContain('PAYSTACK_SECRET_KEY')
  expect(settings).toContain('SUPPORT_EMAIL')
  expect(settings.filter((name) => /ACCOUNT|IBAN|PAY_(IN|TO)|BANK(?!_NOTICE)/.test(name))).toEqual([])
})
