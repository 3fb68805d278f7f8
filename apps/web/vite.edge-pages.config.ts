import { EDGE_PAGE_FILES_PATH } from '@tessera/contract/wire'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressed, withoutDescriptions } from './vite.plugins.ts'

/** Builds the pages that an edge serves itself, separately, so that an edge does not contain the rest of the console. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compressed(), withoutDescriptions()],
  // The edge may be served under a path of its party's own server.
  base: './',
  publicDir: false,
  build: {
    outDir: 'dist-edge-pages',
    assetsDir: EDGE_PAGE_FILES_PATH.slice(1),
    chunkSizeWarningLimit: 1_200,
    // An inlined icon would require another exception in the pages' content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'edge-pages.html' },
  },
})
