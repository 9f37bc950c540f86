import { defineConfig } from 'vite'

// One folder without subfolders: the server finds its threads beside itself.
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    rolldownOptions: {
      input: {
        server: 'app/server.ts',
        'embedded-worker': 'platform/server/embedded/embedded-worker.js',
        'file-worker': 'app/file-worker.ts',
        'pdf-worker': 'features/documents/server/pdf-worker.ts',
        'wms-simulator': 'wms-simulator/main.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
})
