const EVENTS = ['focusin', 'pointerdown', 'input', 'submit'] as const

/**
 * Password managers and phones fill in fields without telling the page. React would send what it knows, an empty text, and put that back into
 * the field. So what stands in the fields of a form is told to React before it handles anything of that form.
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
  // React keeps the attribute at what it knows.
  const filled = [...form.elements]
    .filter(isTyped)
    .filter((field) => field !== target && field.value !== field.defaultValue)
  // Hearing of one, React puts the others back: what stood in each is read before.
  const texts = filled.map(({ value }) => value)
  filled.forEach((field, place) => {
    // Around React's own setter, which would take it for a change of its own.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, texts[place])
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  isTelling = false
}

function isTyped(field: Element): field is Typed {
  return (field instanceof HTMLInputElement && field.type !== 'file') || field instanceof HTMLTextAreaElement
}
