import { useState } from 'react'
import { AGES } from '#contract/console/breaks.ts'
import { CLOSED_TOGETHER_MAX, DIFFERENCES_SHOWN } from '#contract/console/limits.ts'
import { providerName } from '#contract/console/provider-names.ts'
import type { OpenDifference, ReconciliationAnswer } from '#contract/console/reconciliation.ts'
import { CutNote } from '#web/console/cut-note.tsx'
import { nairaOf } from '#web/console/naira-of.ts'
import { momentOf } from '#web/console/words.ts'
import { Link } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { CloseSheet } from './close-sheet.tsx'
import { CloseTogetherSheet } from './close-together-sheet.tsx'
import { Section } from './section.tsx'
import { TwoSides } from './two-sides.tsx'

type OpenDifferencesProps = {
  readonly answer: Pick<ReconciliationAnswer, 'differences' | 'moreDifferences' | 'sides' | 'mayPropose'>
  readonly isFiltered: boolean
  readonly onDone: () => void
}

/** The open differences, each with both sides. One is closed alone, or several of a provider together. */
export function OpenDifferences({ answer, isFiltered, onDone }: OpenDifferencesProps) {
  const { differences, moreDifferences, sides, mayPropose } = answer
  const [closing, setClosing] = useState<OpenDifference | null>(null)
  const [together, setTogether] = useState(false)
  const [numbers, setNumbers] = useState<ReadonlySet<string>>(new Set())
  const chosen = differences.filter((each) => numbers.has(each.number) && mayJoin(each))
  const choice = weigh(chosen, sides)

  function choose({ number }: OpenDifference, isChosen: boolean) {
    const others = [...numbers].filter((each) => each !== number)
    setNumbers(new Set(isChosen ? [...others, number] : others))
  }

  function finish() {
    setClosing(null)
    setTogether(false)
    setNumbers(new Set())
    onDone()
  }

  return (
    <Section id="differences" title="Open differences">
      {differences.length === 0 ? (
        <p className="text-ink-2">{isFiltered ? 'No open difference matches these filters.' : 'No differences.'}</p>
      ) : (
        <TwoSides
          caption="Open differences"
          differences={differences}
          mark={(each) =>
            mayPropose && mayJoin(each) ? (
              <input
                type="checkbox"
                aria-label={`Choose difference ${each.number}`}
                checked={numbers.has(each.number)}
                onChange={({ target }) => choose(each, target.checked)}
                className="size-6 shrink-0"
              />
            ) : null
          }
          more={({ foundAt, age }) => (
            <span className="block text-caption text-ink-2">{`Found ${momentOf(foundAt)} · ${AGES[age].name}`}</span>
          )}
          action={(each) => <NextStep difference={each} onClose={mayPropose ? () => setClosing(each) : null} />}
        />
      )}
      <CutNote isCut={moreDifferences}>
        {`The oldest ${DIFFERENCES_SHOWN} are shown. Choose a provider, a type or an age to see others.`}
      </CutNote>
      {choice === null ? null : (
        <div className="sticky bottom-20 lg:bottom-2 flex flex-wrap items-center justify-between gap-3 rounded-tile bg-surface px-3.5 py-3 shadow-lift forced-colors:border">
          <p role="status" className="min-w-0 flex-1 basis-64 text-small tabular">
            {choice.sentence}
          </p>
          <Button tone="quiet" disabled={!choice.isPossible} onClick={() => setTogether(true)}>
            Propose to close together
          </Button>
        </div>
      )}
      {closing === null ? null : <CloseSheet difference={closing} onClose={() => setClosing(null)} onDone={finish} />}
      {!together || choice === null ? null : (
        <CloseTogetherSheet
          differences={chosen}
          sumKobo={choice.sumKobo}
          remainsKobo={choice.remainsKobo}
          onClose={() => setTogether(false)}
          onDone={finish}
        />
      )}
    </Section>
  )
}

/** A difference of unknown amount cannot be closed, and `maybe-sent` needs a reference of its own. */
function mayJoin({ requestId, differenceKobo, kind }: OpenDifference): boolean {
  return requestId === null && differenceKobo !== null && kind !== 'maybe-sent'
}

/** The sum of the chosen differences, what remains open at their provider, and whether they can be closed together. */
function weigh(chosen: readonly OpenDifference[], sides: ReconciliationAnswer['sides']) {
  const [first] = chosen
  if (first === undefined) return null
  const { provider } = first
  const sum = chosen.reduce((before, { differenceKobo }) => before + BigInt(differenceKobo ?? '0'), 0n)
  const openKobo = sides.find((side) => side.provider === provider)?.differencesKobo ?? '0'
  const [sumKobo, remainsKobo] = [`${sum}`, `${BigInt(openKobo) - sum}`]
  if (chosen.some((each) => each.provider !== provider)) {
    const sentence = 'You chose differences of more than one provider. Only those of one can be closed together.'
    return { sumKobo, remainsKobo, isPossible: false, sentence }
  }
  const what = `${chosen.length} chosen at ${providerName(provider)}: ${nairaOf(sumKobo)}. ${nairaOf(remainsKobo)} remains open there.`
  const isPossible = chosen.length > 1 && chosen.length <= CLOSED_TOGETHER_MAX
  const hint = chosen.length > CLOSED_TOGETHER_MAX ? ` At most ${CLOSED_TOGETHER_MAX} can be closed together.` : ''
  return { sumKobo, remainsKobo, isPossible, sentence: `${what}${chosen.length === 1 ? ' Choose another one.' : hint}` }
}

type NextStepProps = { readonly difference: OpenDifference; readonly onClose: (() => void) | null }

function NextStep({ difference: { number, requestId, differenceKobo }, onClose }: NextStepProps) {
  if (requestId !== null) {
    return (
      <Link to="/admin/proposals" className="inline-flex min-h-12 items-center font-medium text-brand">
        Waits for a second operator
      </Link>
    )
  }
  if (differenceKobo === null) return <p className="text-ink-2">The provider has not answered yet.</p>
  if (onClose === null) return <p className="text-ink-2">Your role does not close it.</p>
  return (
    <Button tone="quiet" slim aria-label={`Propose to close difference ${number}`} onClick={onClose}>
      Propose to close
    </Button>
  )
}
