import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./platform/server/tables.ts', './features/*/tables.ts', './features/*/*-tables.ts'],
  out: './db/migrations',
})
