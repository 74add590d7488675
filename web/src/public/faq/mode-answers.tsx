import type { FaqProps } from './faq-props.ts'

type ModeProps = Pick<FaqProps, 'installation'>

export function SandboxAnswer({ installation }: ModeProps) {
  if (installation === undefined) return null
  return (
    <p className="font-medium text-ink">
      {installation.mode === 'sandbox' ? 'This is a sandbox.' : 'This is not a sandbox: its money is real.'}
    </p>
  )
}

/** Says who holds the money: the operator, because Jara is a program. An unnamed operator is described as such. */
export function HolderAnswer({ installation }: ModeProps) {
  const operator = installation?.operator ?? null
  return (
    <>
      <p>
        Jara is a program, not a bank. What you add arrives at an account number issued for you. Whoever runs this
        wallet holds the money for you.
      </p>
      {installation === undefined ? null : installation.mode === 'sandbox' ? (
        <p>Here nobody holds any money: this is a sandbox, with practice money.</p>
      ) : operator === null ? (
        <p>Whoever runs this wallet gives no name here. Find out who it is before you add money.</p>
      ) : (
        <p>
          This wallet is run by {operator.name}
          {operator.licence === null
            ? ', which names no licence here. Ask for it before you add money.'
            : `. It names as its licence: ${operator.licence}. Check it with the Central Bank of Nigeria.`}
        </p>
      )}
    </>
  )
}
