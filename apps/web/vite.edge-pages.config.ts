import { EDGE_PAGE_FILES_PATH } from '@tessera/contract/wire'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { packed } from './vite.packed.ts'

/** The pages an edge serves itself: a build of their own, so that an edge carries nothing else of the console. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), packed()],
  // The edge may lie under a path of its party's.
  base: './',
  publicDir: false,
  build: {
    outDir: 'dist-edge-pages',
    assetsDir: EDGE_PAGE_FILES_PATH.slice(1),
    chunkSizeWarningLimit: 1_200,
    // An icon in the page itself would be one more thing its rules have to allow.
    assetsInlineLimit: 0,
    rolldownOptions: { input: 'edge-pages.html' },
  },
})
