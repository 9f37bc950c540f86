import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import config from '../../drizzle.config.ts'

test('the tables in the code are those that the migrations make', () => {
  const out = mkdtempSync(join(tmpdir(), 'prizm-schema-'))
  try {
    cpSync('db/migrations', out, { recursive: true })
    const before = readdirSync(out)
    const file = join(out, 'drizzle.config.json')
    // Taken as relative whatever it is.
    writeFileSync(file, JSON.stringify({ ...config, out: relative('.', out) }))
    const kit = ['node_modules/drizzle-kit/bin.cjs', 'generate', `--config=${file}`]
    const said = execFileSync(process.execPath, kit, { encoding: 'utf8' })
    expect(said).toContain('No schema changes')
    rmSync(file)
    expect(readdirSync(out)).toEqual(before)
  } finally {
    rmSync(out, { recursive: true })
  }
}, 60_000)
