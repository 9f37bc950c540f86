import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const root = join(import.meta.dirname, 'e2e/parts')

/** The page of the shared parts, which only tests open: it is no part of the product. */
export default defineConfig({
  root,
  base: '/parts/',
  publicDir: join(import.meta.dirname, 'app/public'),
  plugins: [react(), tailwindcss()],
  build: {
    outDir: join(import.meta.dirname, 'dist/parts'),
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: { input: join(root, 'index.html') },
  },
})
