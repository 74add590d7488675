import { useState } from 'react'
import { CASE_PICTURES_PER_MESSAGE_MAX } from '#contract/support-limits.ts'
import { messageOf } from '#web/lib/api.ts'
import { toDataAddress } from '#web/lib/data-address.ts'
import { smallPicture } from './small-picture.ts'

/** A picture that will be sent with a message. */
export type ChosenPicture = {
  readonly key: number
  readonly file: Blob
  readonly name: string
  readonly preview: string
}
export type ChosenPictures = ReturnType<typeof useChosenPictures>

/** Smaller than the server stores, because phones send it over slow networks; a screenshot stays readable. */
const SIZE = { side: 'longer', px: 1_600 } as const
const TOO_MANY = `At most ${CASE_PICTURES_PER_MESSAGE_MAX} pictures fit in one message.`

/** The pictures for one message. They stay on this device until it is sent. */
export function useChosenPictures() {
  const [chosen, setChosen] = useState<readonly ChosenPicture[]>([])
  const [problem, setProblem] = useState<string>()
  const [isAdding, setAdding] = useState(false)

  async function add(files: readonly File[]): Promise<void> {
    setProblem(undefined)
    setAdding(true)
    try {
      const added = await Promise.all(files.slice(0, CASE_PICTURES_PER_MESSAGE_MAX + 1).map(toChosen))
      const all = [...chosen, ...added]
      if (all.length > CASE_PICTURES_PER_MESSAGE_MAX) setProblem(TOO_MANY)
      setChosen(all.slice(0, CASE_PICTURES_PER_MESSAGE_MAX))
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setAdding(false)
    }
  }

  return {
    chosen,
    problem,
    /** A large photo takes a slow phone seconds to prepare. A message must not be sent meanwhile. */
    isAdding,
    isFull: chosen.length === CASE_PICTURES_PER_MESSAGE_MAX,
    add,
    remove(picture: ChosenPicture) {
      setProblem(undefined)
      setChosen(chosen.filter((each) => each !== picture))
    },
    clear() {
      setProblem(undefined)
      setChosen([])
    },
  }
}

let made = 0

async function toChosen(file: File): Promise<ChosenPicture> {
  const picture = await smallPicture(file, SIZE)
  return { key: ++made, file: picture, name: file.name, preview: await toDataAddress(picture) }
}
