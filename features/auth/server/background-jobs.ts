import type { Config } from '#platform/server/runtime/config.ts'
import type { Job } from '#platform/server/jobs/worker.ts'
import { accountEmailJobs } from './links/send-account-emails.ts'
import { encryptFactorKeys } from './second-factor/stored-key.ts'
import { encryptClientSecret } from './single-sign-on/client-secret.ts'

const secretsEveryMs = 60_000

/** The background jobs of accounts, which run on worker nodes. */
export function accountJobs(config: Config): Job[] {
  return [
    ...accountEmailJobs(config),
    { name: 'second factor secrets', everyMs: secretsEveryMs, run: encryptFactorKeys },
    { name: 'single sign-on secret', everyMs: secretsEveryMs, run: encryptClientSecret },
  ]
}
