import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const EC_P256 = ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']

/** A key, of a kind named as in openssl, and a self-signed certificate for localhost, valid for two days. */
export function selfSigned(keyKind: readonly string[] = EC_P256): { key: Buffer; cert: Buffer } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-tls-'))
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-x509', '-newkey', ...keyKind, '-nodes', '-days', '2']
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const made = { key: fs.readFileSync(key), cert: fs.readFileSync(cert) }
  fs.rmSync(folder, { recursive: true })
  return made
}

/** The folder with the certificates of a run's apps: made before the first test, removed after the last. */
export const TLS_FOLDER_VARIABLE = 'JARA_TEST_TLS_FOLDER'

export type TlsFiles = { readonly TLS_CERT_FILE: string; readonly TLS_KEY_FILE: string }
let kept: TlsFiles | undefined

/** A certificate as settings of an app that serves https, shared by all tests of this process. */
export function tlsFiles(): TlsFiles {
  if (kept !== undefined) return kept
  const folder = fs.mkdtempSync(path.join(process.env[TLS_FOLDER_VARIABLE] ?? os.tmpdir(), 'app-'))
  const { key, cert } = selfSigned()
  const files = { TLS_CERT_FILE: path.join(folder, 'app.pem'), TLS_KEY_FILE: path.join(folder, 'app.key') }
  fs.writeFileSync(files.TLS_CERT_FILE, cert)
  fs.writeFileSync(files.TLS_KEY_FILE, key, { mode: 0o600 })
  kept = files
  return files
}
