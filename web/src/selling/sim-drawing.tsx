import { Drawing } from '#web/ui/drawings.tsx'

export function SimDrawing() {
  return (
    <Drawing
      ink={
        <>
          <path d="M26 8h22l14 14v46a4 4 0 0 1-4 4H26a4 4 0 0 1-4-4V12a4 4 0 0 1 4-4z" />
          <path d="M34 36h16a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H34a4 4 0 0 1-4-4V40a4 4 0 0 1 4-4zM30 48h8M46 48h8M42 36v24" />
        </>
      }
      accent={<path d="M70 30a14 14 0 0 1 0 20M77 23a24 24 0 0 1 0 34" />}
    />
  )
}
