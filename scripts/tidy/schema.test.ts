import { expect, test } from 'vitest'
import { missingStatements } from '#db/generate-migration.ts'
import { handWrittenNames } from '#db/schema/hand-written-objects.ts'
import { tablesInCode } from '#db/schema/tables-in-code.ts'
import {
  migrationNames,
  migrationsFolder,
  readMigration,
} from '#platform/server/database/migrations.ts'

test('the tables in the code are those that the migrations create', async () => {
  const tables = await tablesInCode()
  expect(await missingStatements({ folder: migrationsFolder, tables })).toEqual([])
})

test('every hand-written constraint and index is in a migration', () => {
  const text = migrationNames()
    .map((name) => readMigration(name))
    .join('\n')
  const names = [...handWrittenNames].map((each) => each.split('.')[1] ?? each)
  expect(names.filter((name) => !text.includes(name))).toEqual([])
})
