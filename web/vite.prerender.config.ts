import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { iconsOurWay } from './vite.icons.ts'

/** Builds the same components for the server: src/prerender/render.tsx as one module that needs no package. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: iconsOurWay,
  plugins: [react({ jsxImportSource: '#jsx' })],
  publicDir: false,
  // Otherwise React would choose its development build when the server starts, which renders much more slowly.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  build: {
    outDir: 'dist-server',
    // scripts/lib/build-web.js has put page.html here.
    emptyOutDir: false,
    target: 'node24',
    ssr: join(import.meta.dirname, 'src/prerender/render.tsx'),
    // One module on purpose: it includes everything that the app loads lazily.
    rolldownOptions: { output: { entryFileNames: 'render.js' }, checks: { ineffectiveDynamicImport: false } },
  },
})
