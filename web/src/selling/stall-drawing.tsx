import { Drawing } from '#web/ui/drawings.tsx'

export function StallDrawing() {
  return (
    <Drawing
      ink={
        <>
          <path d="M10 30 20 12h56l10 18M10 30v3a6.3 6.3 0 0 0 12.7 0 6.3 6.3 0 0 0 12.6 0 6.3 6.3 0 0 0 12.7 0 6.3 6.3 0 0 0 12.7 0 6.3 6.3 0 0 0 12.6 0 6.3 6.3 0 0 0 12.7 0v-3z" />
          <path d="M16 40v34M80 40v34M16 58h64M6 74h84M22 58v-8h12v8M66 58l2-9h8l2 9" />
        </>
      }
      accent={
        <>
          <circle cx="46" cy="54" r="4" />
          <circle cx="55" cy="54" r="4" />
          <circle cx="50.5" cy="47" r="4" />
        </>
      }
    />
  )
}
