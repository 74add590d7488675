import type { Installation } from './installation.ts'

/** One document of the site, complete and ready to be sent. */
export type SiteFile = {
  readonly path: string
  readonly type: string
  readonly text: string
  /** For visitors only: a browser with a session gets the app, which shows this page inside the wallet. */
  readonly isForVisitors?: boolean
}

/** What the built web app offers to the server that serves it: `web/dist-server/render.js`. */
export type SiteRenderer = {
  /**
   * Every document that carries this installation's own settings. `read` returns a build file by its name:
   * `index.html` (the app's page), `page.html` (the frame of a rendered page), `manifest.webmanifest`, and
   * `.vite/manifest.json` (which file holds which screen), and what `index.html` names.
   */
  renderSite(read: (name: string) => string, installation: Installation): Site
  /** Whether the app has a screen of its own for this address. */
  isAppPath(pathname: string): boolean
}

/** A screen people open first. */
export type FirstScreen = {
  /** The shell, which loads this screen's code at once. */
  readonly text: string
  /** The shell with the screen's frame in it, for a browser with a session; null where there is none. */
  readonly framed: FramedPage | null
  /** API requests the screen makes as soon as it runs; a browser with a session may send them earlier. */
  readonly preloads: readonly string[]
}

/** A page that paints without any other file. */
export type FramedPage = {
  readonly text: string
  /** Its one inline script and its one inline style sheet, which its content security policy allows by their hashes. */
  readonly script: string
  readonly style: string
}

export type Site = {
  readonly files: readonly SiteFile[]
  /** The page of the operator console, an entry of its own. */
  readonly console: string
  /** Sent for every address the app has a screen for. */
  readonly shell: string
  /** The screens people open first, by address. */
  readonly firstScreens: Readonly<Record<string, FirstScreen>>
  /** Sent, with status 404, for every other address of a page. */
  readonly notFound: string
}
