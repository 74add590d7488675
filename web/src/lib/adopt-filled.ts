const EVENTS = ['focusin', 'pointerdown', 'input', 'submit'] as const

/**
 * Password managers and phones fill in fields without telling the page. React would send the empty text it knows, and
 * put that back into the field. So React is told the text of every field before it handles an event of their form.
 */
export function adoptFilled(): void {
  for (const event of EVENTS) addEventListener(event, tellReact, true)
}

type Typed = HTMLInputElement | HTMLTextAreaElement

let isTelling = false

function tellReact({ target }: Event): void {
  const form = target instanceof Element ? target.closest('form') : null
  if (isTelling || form === null) return
  isTelling = true
  // React keeps the attribute at the text it knows.
  const filled = [...form.elements]
    .filter(isTyped)
    .filter((field) => field !== target && field.value !== field.defaultValue)
  // Told of one field, React resets the others, so all texts are read first.
  const texts = filled.map(({ value }) => value)
  filled.forEach((field, place) => {
    // Bypasses React's own setter, which would take this for a change of React's own.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, texts[place])
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  isTelling = false
}

function isTyped(field: Element): field is Typed {
  return (field instanceof HTMLInputElement && field.type !== 'file') || field instanceof HTMLTextAreaElement
}
