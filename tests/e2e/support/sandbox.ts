import { openSandboxControl, type SandboxControl } from '#tests/support/sandbox-control.ts'

/** The sandbox world beside the product under test; playwright.config.ts says where it is. */
export function sandbox(): SandboxControl {
  const url = process.env.JARA_E2E_SANDBOX_URL
  if (url === undefined) throw new Error('JARA_E2E_SANDBOX_URL is not set: run these through playwright.config.ts')
  return openSandboxControl(url)
}
