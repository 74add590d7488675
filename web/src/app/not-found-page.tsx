import { ButtonLink } from '#web/ui/button.tsx'
import { BareHead, PageTitle } from '#web/ui/page.tsx'

export default function NotFoundPage() {
  return (
    <>
      <BareHead />
      <main className="mx-auto flex w-full max-w-[480px] flex-col items-center gap-4 px-4 py-24 text-center">
        <PageTitle className="text-amount">404</PageTitle>
        <p className="text-ink-2">Oops! Page not found</p>
        <ButtonLink to="/">Return to Home</ButtonLink>
      </main>
    </>
  )
}
