import { useBrand } from '#web/installation/get-installation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ModeLine } from '#web/ui/mode-line.tsx'
import { OfflineStrip } from '#web/ui/offline-strip.tsx'
import { PageTitle } from '#web/ui/page.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'

export default function NotFoundPage() {
  const brand = useBrand()
  return (
    <div className="flex min-h-dvh flex-col">
      <header>
        <OfflineStrip />
      </header>
      <main className="cloth-hero cloth-adire cloth-page flex flex-1 flex-col items-center justify-center gap-2 px-5 py-10 text-center">
        <p translate="no">
          <Wordmark brand={brand} height={40} />
        </p>
        <ModeLine className="text-on-card-2" />
        <PageTitle className="mt-8 text-[5.5rem] leading-none font-semibold">404</PageTitle>
        <p className="font-head text-h1 font-semibold">Oops! Page not found</p>
        <p className="mb-4 text-on-card-2">Your money is where you left it.</p>
        <ButtonLink to="/" tone="accent">
          Return to Home
        </ButtonLink>
      </main>
    </div>
  )
}
