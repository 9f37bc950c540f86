import { join } from 'node:path'
import { findAccount, updateUser } from '#features/auth/server/accounts.ts'
import { foldCase } from '#features/auth/rules.ts'
import {
  hasAnyFactor,
  removeSecondFactor,
} from '#features/auth/server/second-factor/second-factor.ts'
import { readConfig } from '#platform/server/runtime/config.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { requireReachable } from '#platform/server/database/migrate.ts'
import { memorablePassword } from './demo/user-accounts.ts'
import { describeError } from '#platform/server/runtime/error-serializer.ts'

// `npm run user:password -- admin`: sets a new password for an account and ends its sessions. With
// `--remove-second-factor` it also removes a lost second factor and all passkeys.

const usage = 'Usage: npm run user:password -- USERNAME [--remove-second-factor]'

async function main(username: string | undefined, option: string | undefined): Promise<void> {
  const removesFactor = option === '--remove-second-factor'
  if (!username || (option !== undefined && !removesFactor)) throw new Error(usage)
  const config = readConfig(process.env)
  const database = await openDatabase(config, join(config.DATA_DIR, 'database'))
  try {
    await requireReachable(database.pool)
    const account = await findAccount(database.db, foldCase(username))
    if (!account) throw new Error(`There is no account called ${username}`)
    const now = new Date()
    const ctx = { db: database.db, user: undefined, now, requestId: 'script', channel: 'script' }
    const password = memorablePassword()
    await updateUser(ctx, account.id, { form: { password }, ifMatch: undefined })
    if (removesFactor && (await hasAnyFactor(database.db, account.id))) {
      await removeSecondFactor(ctx, account.id)
      console.log(`The second factor and the passkeys of ${account.user.username} were removed`)
    }
    console.log(`The new password of ${account.user.username} is ${password}`)
  } finally {
    await database.close()
  }
}

main(process.argv[2], process.argv[3]).catch((error: unknown) => {
  console.error(describeError(error))
  process.exit(1)
})
