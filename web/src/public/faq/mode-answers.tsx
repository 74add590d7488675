import type { FaqProps } from './faq-props.ts'

type ModeProps = Pick<FaqProps, 'installation'>

export function SandboxAnswer({ installation }: ModeProps) {
  if (installation === undefined) return null
  return (
    <p className="font-medium text-ink">
      {installation.mode === 'sandbox'
        ? 'This installation is a sandbox.'
        : 'This installation is no sandbox: its money is real.'}
    </p>
  )
}

/** Jara is a program. Whose hands the money is in depends on who runs it, and an unnamed one is called that. */
export function HolderAnswer({ installation }: ModeProps) {
  const operator = installation?.operator ?? null
  return (
    <>
      <p>
        Jara is a program, not a bank. What you add comes in through the payment provider, to an account number that it
        issued for you, and is held for you by the operator of the installation.
      </p>
      {installation === undefined ? null : installation.mode === 'sandbox' ? (
        <p>Here nobody holds any: this is a sandbox, and its money is practice money.</p>
      ) : operator === null ? (
        <p>The operator of this installation has not given a name here. Find out who it is before you add money.</p>
      ) : (
        <p>
          This installation is run by {operator.name}
          {operator.licence === null
            ? ', which names no licence here. Ask for it before you add money.'
            : `. It names as its licence: ${operator.licence}. Check it with the Central Bank of Nigeria.`}
        </p>
      )}
    </>
  )
}
